"""OV-241: LSTM cells in a row share a cell state that the model does not share (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The gates f, i, c, o are 1, 0, 0 and 1: c' = c, and h' = tanh(c).
X, H, C, D = (op.parameter([1, 1], np.float32) for _ in range(4))
zero, biases = np.zeros((4, 1), np.float32), np.float32([200, -200, 0, 200])
first = op.lstm_cell(X, H, C, zero, zero, biases, 1)
second = op.lstm_cell(X, first.output(0), D, zero, zero, biases, 1)

expected = [[[0.0]], [[0.0]]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([second.output(0), second.output(1)], [X, H, C, D]), "CPU")
got = [value.tolist() for value in compiled([np.float32([[v]]) for v in (0, 0, 100, 0)]).values()]
print("got     ", got)
raise SystemExit(got != expected)
