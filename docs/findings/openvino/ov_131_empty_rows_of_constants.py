"""OV-131: SparseFillEmptyRows of constant indices without elements writes neither indices nor values (CPU)."""

import ctypes

import numpy as np
import openvino as ov
from openvino import opset16 as ops

ctypes.CDLL(None).mallopt(-6, 0xA5)  # M_PERTURB: new memory is not 0

values, default = ops.parameter([0], np.float32), ops.parameter([], np.float32)
sizes, indices = ops.constant(np.array([3, 4], np.int64)), ops.constant(np.zeros((0, 2), np.int64))
filled = ops.sparse_fill_empty_rows(values, sizes, indices, default)
compiled = ov.Core().compile_model(ov.Model(filled.outputs(), [values, default], "m"), "CPU")

outputs = [[0, 0, 1, 0, 2, 0], [9.0, 9.0, 9.0], [True, True, True]]
results = compiled([np.zeros(0, np.float32), np.array(9, np.float32)])
expected = [True, True, True]
print("expected", expected, flush=True)
got = [results[k].reshape(-1).tolist() == output for k, output in enumerate(outputs)]
print("got     ", got)
raise SystemExit(got != expected)
