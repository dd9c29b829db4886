"""OV-237: a recurrent network joins its states along the axis of its input (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The cell adds: h' = relu(x + h), with one unit and weights of 1.
X, H = op.parameter([2, 3, 1], np.float32), op.parameter([2, 1], np.float32)
x, h = op.parameter([2, 1, 1], np.float32), op.parameter([2, 1], np.float32)
one, nothing = np.float32([[1]]), np.float32([0])
cell = op.rnn_cell(op.squeeze(x, np.int64([1])), h, one, one, nothing, 1, ["relu"], [], [])
y, last = op.result(op.unsqueeze(cell, np.int64([0]))), op.result(cell)
loop = op.tensor_iterator()
loop.set_body(ov.Model([y, last], [x, h], "body"))
loop.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 1)  # start, stride, part size, end, axis
loop.set_merged_input(h, H.output(0), last.output(0))
joined = loop.get_concatenated_slices(y.output(0), 0, 1, 1, -1, 0)

expected = [[[[1.0], [2.0]], [[11.0], [22.0]], [[111.0], [222.0]]]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([joined], [X, H]), "CPU")
got = [value.tolist() for value in compiled([np.float32([[[1], [10], [100]], [[2], [20], [200]]]), np.float32([[0], [0]])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
