"""OV-204: the smallest integer modulo -1 ends the process, if both are constants (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([1], np.int32)
rest = op.mod(op.constant(np.int32([-2147483648])), op.constant(np.int32([-1])))
model = ov.Model([op.add(X, rest).output(0)], [X])

expected = [5]
print("expected", expected, flush=True)
got = ov.Core().compile_model(model, "CPU")([np.int32([5])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
