"""OV-166: a TensorIterator reads a value that grew as if it had its first shape (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Each iteration subtracts h from its part. h is [[1]] at first, and has three elements from then on.
X, H = op.parameter([-1, 3], np.int32), op.parameter([1, 1], np.int32)
part, h = op.parameter([1, 3], np.int32), op.parameter([1, -1], np.int32)
difference = op.result(op.subtract(part, h))
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([difference], [part, h], "body"))
iterator.set_sliced_input(part, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(h, H.output(0), difference.output(0))
model = ov.Model([iterator.get_iter_value(difference.output(0), -1)], [X, H])

expected = [[8, 9, 10]]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([[0, 3, 6], [7, 11, 15]]), np.int32([[1]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
