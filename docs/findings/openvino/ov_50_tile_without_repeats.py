"""OV-50: Tile without repeats reads other memory (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([2, 2], np.int32)
no_repeats = ov.op.Constant(ov.Type.i64, ov.Shape([0]), [])
model = ov.Model([op.tile(X, no_repeats)], [X])

expected = [[1, 2], [3, 4]]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([[1, 2], [3, 4]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
