"""OV-49: Gather whose output has no element ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X, index = op.parameter([3, 2], np.int32), op.parameter([0], np.int64)
model = ov.Model([op.gather(X, index, op.constant(np.int64(0)))], [X, index])

expected = [0, 2]  # the shape
print("expected", expected, flush=True)
inputs = [np.int32([[1, 2], [3, 4], [5, 6]]), np.int64([])]
got = list(ov.Core().compile_model(model, "CPU")(inputs)[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
