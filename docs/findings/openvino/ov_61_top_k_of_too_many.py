"""OV-61: TopK of more elements than there are reads other memory (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([4], np.int32)
top = op.topk(X, op.constant(np.int64(5)), 0, "max", "value")
model = ov.Model([top.output(0)], [X])

print("expected an error")
output = ov.Tensor(ov.Type.i32, ov.Shape([0]))
model.evaluate([output], [ov.Tensor(np.int32([4, 5, 6, 7]))])
print("got     ", output.data.tolist())
raise SystemExit(1)
