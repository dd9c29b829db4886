"""OV-252: a product of reshaped columns ignores the Reshape after it (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Each column of b is a column of the product, which is reshaped to another shape than that of the batch.
a, b = op.parameter([1, 1], np.float32), op.parameter([2, 1, 3], np.float32)
columns = op.reshape(op.transpose(b, np.int64([1, 2, 0])), np.int64([1, 6]), False)
product = op.reshape(op.matmul(a, columns, False, False), np.int64([1, 2, 3]), False)
y = op.transpose(product, np.int64([2, 0, 1]))

expected = [3, 1, 2]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [a, b]), "CPU")
got = list(compiled([np.ones((1, 1), np.float32), np.ones((2, 1, 3), np.float32)])[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
