"""OV-239: the joined cell states of an LSTM are its hidden states (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The gates f, i, c, o are 1, 1/2, 0, 0: c' = c, and h' = 0.
X, H, C = (op.parameter(shape, np.float32) for shape in ([1, 2, 1], [1, 1], [1, 1]))
x, h, c = (op.parameter(shape, np.float32) for shape in ([1, 1, 1], [1, 1], [1, 1]))
zero = np.zeros((4, 1), np.float32)
cell = op.lstm_cell(op.squeeze(x, np.int64([1])), h, c, zero, zero, np.float32([200, 0, 0, -200]), 1)
y, next_h, next_c = (op.result(value) for value in (op.unsqueeze(cell.output(1), np.int64([1])), cell.output(0), cell.output(1)))
loop = op.tensor_iterator()
loop.set_body(ov.Model([y, next_h, next_c], [x, h, c], "body"))
loop.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 1)  # start, stride, part size, end, axis
loop.set_merged_input(h, H.output(0), next_h.output(0))
loop.set_merged_input(c, C.output(0), next_c.output(0))
joined = loop.get_concatenated_slices(y.output(0), 0, 1, 1, -1, 1)

expected = [[[[1.0], [1.0]]]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([joined], [X, H, C]), "CPU")
got = [value.tolist() for value in compiled([np.zeros((1, 2, 1), np.float32), np.float32([[0]]), np.float32([[1]])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
