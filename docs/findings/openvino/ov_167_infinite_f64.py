"""OV-167: an infinite f64 becomes the largest f32 (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

A = op.parameter([2], np.float64)
model = ov.Model([op.is_finite(A), op.add(A, A)], [A])

expected = [[False, True], [np.inf, 2.0]]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU")
got = [value.tolist() for value in compiled([np.float64([np.inf, 1])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
