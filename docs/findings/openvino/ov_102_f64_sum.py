"""OV-102: f64 is computed in f32 (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

D = op.parameter([1], np.float64)
model = ov.Model([op.add(D, op.constant(np.float64([1])))], [D])

expected = [16777217.0]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.float64([16777216])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
