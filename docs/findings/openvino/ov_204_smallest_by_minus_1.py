"""OV-204: the smallest integer modulo -1 ends the process (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

A, B = op.parameter([1], np.int32), op.parameter([1], np.int32)
model = ov.Model([op.mod(A, B).output(0)], [A, B])

expected = [0]
print("expected", expected, flush=True)
output = ov.Tensor(ov.Type.i32, ov.Shape([1]))
model.evaluate([output], [ov.Tensor(np.int32([-2147483648])), ov.Tensor(np.int32([-1]))])
got = output.data.tolist()
print("got     ", got)
raise SystemExit(got != expected)
