"""OV-242: recurrent cells whose input is the state before are refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# A cell adds: h' = relu(x + h), with weights of 1. The second one reads the state as its input too.
X, H = op.parameter([1, 1], np.float32), op.parameter([1, 1], np.float32)
one, nothing = np.float32([[1]]), np.float32([0])
first = op.rnn_cell(X, H, one, one, nothing, 1, ["relu"], [], [])
second = op.rnn_cell(first, first, one, one, nothing, 1, ["relu"], [], [])

expected = [[[22.0]]]
print("expected", expected, flush=True)
try:
    compiled = ov.Core().compile_model(ov.Model([second], [X, H]), "CPU")
    got = [value.tolist() for value in compiled([np.float32([[1]]), np.float32([[10]])]).values()]
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
