"""OV-16: integers are divided toward zero (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

A = op.parameter([1], np.int32)
model = ov.Model([op.divide(A, op.constant(np.int32([2])))], [A])

expected = [-4]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([-7])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
