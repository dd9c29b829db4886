"""OV-240: a recurrent network that takes two steps at once is refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Each part has two steps, which the body puts side by side: h' = relu(x1 + x2 + h).
X, H = op.parameter([1, 4, 1], np.float32), op.parameter([1, 1], np.float32)
x, h = op.parameter([1, 2, 1], np.float32), op.parameter([1, 1], np.float32)
flat = op.reshape(x, np.int64([1, 2]), False)
cell = op.rnn_cell(flat, h, np.float32([[1, 1]]), np.float32([[1]]), np.float32([0]), 1, ["relu"], [], [])
y, last = op.result(op.unsqueeze(cell, np.int64([1]))), op.result(cell)
loop = op.tensor_iterator()
loop.set_body(ov.Model([y, last], [x, h], "body"))
loop.set_sliced_input(x, X.output(0), 0, 2, 2, -1, 1)  # start, stride, part size, end, axis
loop.set_merged_input(h, H.output(0), last.output(0))
joined = loop.get_concatenated_slices(y.output(0), 0, 1, 1, -1, 1)

expected = [[[[11.0], [1111.0]]]]
print("expected", expected, flush=True)
try:
    compiled = ov.Core().compile_model(ov.Model([joined], [X, H]), "CPU")
    got = [value.tolist() for value in compiled([np.float32([[[1], [10], [100], [1000]]]), np.float32([[0]])]).values()]
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
