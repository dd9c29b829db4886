"""OV-59: Broadcast of a tensor without elements ends the process (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([0, 1], np.int32)
model = ov.Model([op.broadcast(X, op.constant(np.int64([0, 3])))], [X])

expected = [0, 3]  # the shape
print("expected", expected, flush=True)
output = ov.Tensor(ov.Type.i32, ov.Shape([0]))
model.evaluate([output], [ov.Tensor(np.zeros((0, 1), np.int32))])
got = list(output.shape)
print("got     ", got)
raise SystemExit(got != expected)
