"""OV-193: ScatterUpdate with indices of the shape [2, 1] reads its updates at the wrong places (reference)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X, indices, updates = op.parameter([3, 4], np.int32), op.parameter([2, 1], np.int64), op.parameter([2, 1, 4], np.int32)
model = ov.Model([op.scatter_update(X, indices, updates, op.constant(np.array(0)))], [X, indices, updates])

expected = [[1, 2, 3, 4], [0, 0, 0, 0], [5, 6, 7, 8]]
print("expected", expected)
tensors = [np.zeros((3, 4), np.int32), np.array([[0], [2]]), np.arange(1, 9, dtype=np.int32).reshape(2, 1, 4)]
y = [ov.Tensor(np.zeros((3, 4), np.int32))]
model.evaluate(y, [ov.Tensor(tensor) for tensor in tensors])
got = y[0].data.tolist()
print("got     ", got)
raise SystemExit(got != expected)
