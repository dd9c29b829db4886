"""OV-57: a reduction over no axis is refused if it removes axes (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([2, 2], np.int32)
no_axes = ov.op.Constant(ov.Type.i64, ov.Shape([0]), [])
core = ov.Core()

expected = [[1, 2], [3, 4]]
for keep in (True, False):
    print("expected", expected, flush=True)
    model = ov.Model([op.reduce_min(X, no_axes, keep)], [X])
    got = core.compile_model(model, "CPU")([np.int32(expected)])[0].tolist()
    print("got     ", got)
raise SystemExit(got != expected)
