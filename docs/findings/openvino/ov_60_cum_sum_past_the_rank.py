"""OV-60: CumSum along an axis that the operand does not have ends the process (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([2, 2], np.float32)
model = ov.Model([op.cum_sum(X, op.constant(np.int64(2)))], [X])

print("expected an error", flush=True)
output = ov.Tensor(ov.Type.f32, ov.Shape([0]))
model.evaluate([output], [ov.Tensor(np.float32([[1, 2], [3, 4]]))])
print("got     ", output.data.tolist())
raise SystemExit(1)
