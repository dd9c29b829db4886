"""OV-41: a Select whose condition is one of its values is refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

c, d = op.parameter([2], np.bool_), op.parameter([2], np.bool_)
model = ov.Model([op.select(c, d, c)], [c, d])

expected = [True, False]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.array([True, False]), np.array([True, True])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
