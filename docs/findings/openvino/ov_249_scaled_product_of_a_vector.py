"""OV-249: the product of a matrix and a vector is scaled before it is summed (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

a, w = op.parameter([2, 2], np.float32), op.parameter([2], np.float32)
y = op.multiply(op.matmul(a, w, False, False), np.float32([1, 10]))

expected = [3.0, 70.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [a, w]), "CPU")
got = compiled([np.float32([[1, 2], [3, 4]]), np.float32([1, 1])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
