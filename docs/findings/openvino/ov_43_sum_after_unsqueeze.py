"""OV-43: a sum after Unsqueeze is taken over another axis (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Unsqueeze makes [2, 3, 1] of [2, 3]. Axis -2 has three elements.
X = op.parameter([2, 3], np.int32)
got = []
for reduce in (op.reduce_sum, op.reduce_mean):
    reduced = reduce(op.unsqueeze(X, op.constant(np.int64(2))), op.constant(np.int64(-2)), False)
    compiled = ov.Core().compile_model(ov.Model([reduced], [X]), "CPU")
    got.append(compiled([np.int32([[1, 2, 3], [10, 20, 30]])])[0].tolist())

expected = [[[6], [60]], [[2], [20]]]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
