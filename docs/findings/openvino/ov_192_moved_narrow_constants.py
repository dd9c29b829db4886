"""OV-192: elements of a constant of u4 are moved as if each of them had a byte of its own (CPU plugin)."""

import numpy as np
import openvino as ov
from openvino import opset8 as op

table = ov.op.Constant(ov.Type.u4, ov.Shape([16]), list(range(16)))
X = op.parameter([1], np.float32)
part = op.strided_slice(table, np.array([2]), np.array([6]), np.array([1]), [0], [0])
model = ov.Model([op.add(op.convert(part, "f32"), X)], [X])

expected = [2.0, 3.0, 4.0, 5.0]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.float32([0])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
