"""OV-244: LogicalNot of Greater is false for NaN (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

A, B = op.parameter([3], np.float32), op.parameter([3], np.float32)

expected = [True, False, True]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([op.logical_not(op.greater(A, B))], [A, B]), "CPU")
got = compiled([np.float32([1, 2, np.nan]), np.float32([2, 1, 1])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
