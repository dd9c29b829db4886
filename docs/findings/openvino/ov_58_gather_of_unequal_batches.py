"""OV-58: Gather accepts data and indices of unequal batches (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X, index = op.parameter([-1, -1], np.int32), op.parameter([-1, -1], np.int64)
model = ov.Model([op.gather(X, index, op.constant(np.int64(1)), 1)], [X, index])

print("expected an error")
inputs = [np.int32([[1, 2], [3, 4]]), np.int64([[0], [0], [0]])]  # 2 and 3 batches
print("got     ", ov.Core().compile_model(model, "CPU")(inputs)[0].tolist())
raise SystemExit(1)
