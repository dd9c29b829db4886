"""OV-51: VariadicSplit gives parts that lie after the end of its operand (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([6], np.int32)
lengths = op.constant(np.int64([5, -1, 2]))  # -1: what the others leave
model = ov.Model(op.variadic_split(X, op.constant(np.int64(0)), lengths).outputs(), [X])

print("expected an error")
outputs = ov.Core().compile_model(model, "CPU")([np.int32([1, 2, 3, 4, 5, 6])])
got = [output.tolist() for output in outputs.values()]
print("got     ", got)
raise SystemExit(1)
