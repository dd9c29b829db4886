"""OV-8: the start of a slice is ignored (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# A TensorIterator doubles the parts of X from position 1 on.
X, x = op.parameter([3], np.int32), op.parameter([1], np.int32)
doubled = op.result(op.add(x, x))
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([doubled], [x], "body"))
iterator.set_sliced_input(x, X.output(0), 1, 1, 1, -1, 0)  # start, stride, part_size, end, axis
model = ov.Model([iterator.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)], [X])

expected = [4, 6]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([1, 2, 3])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
