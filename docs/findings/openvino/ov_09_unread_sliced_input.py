"""OV-9: a sliced input that the body does not read is dropped, and its iterations with it (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# X has four parts, so four iterations double a. The body does not read its part.
X, A = op.parameter([4], np.int32), op.parameter([1], np.int32)
x, a = op.parameter([1], np.int32), op.parameter([1], np.int32)
doubled = op.result(op.add(a, a))
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([doubled], [x, a], "body"))
iterator.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(a, A.output(0), doubled.output(0))
model = ov.Model([iterator.get_iter_value(doubled.output(0), -1)], [X, A])

expected = [16]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([1, 2, 3, 4]), np.int32([1])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
