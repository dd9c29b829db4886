"""OV-52: comparisons, Relu, Ceiling and Round of i32 are computed in f32 (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

A, B = op.parameter([2], np.int32), op.parameter([2], np.int32)
outputs = [op.greater_equal(A, B), op.relu(A), op.ceiling(A), op.round(A, "half_to_even")]
model = ov.Model(outputs, [A, B])

a, b = np.int32([16777217, 2147483646]), np.int32([16777218, 2147483647])
expected = [[False, False], a.tolist(), a.tolist(), a.tolist()]
print("expected", expected)
got = [value.tolist() for value in ov.Core().compile_model(model, "CPU")([a, b]).values()]
print("got     ", got)
raise SystemExit(got != expected)
