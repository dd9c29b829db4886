"""OV-8: the start of a slice is ignored (Model.evaluate, Loop)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# A Loop doubles the parts of X from position 1 on.
trip, X, x = op.parameter([], np.int64), op.parameter([3], np.int32), op.parameter([1], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(x, x))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [x], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_sliced_input(x, X.output(0), 1, 1, 1, -1, 0)  # start, stride, part_size, end, axis
model = ov.Model([loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)], [trip, X])

expected = [4, 6]
print("expected", expected)
output = ov.Tensor(np.zeros(2, np.int32))
model.evaluate([output], [ov.Tensor(np.array(2)), ov.Tensor(np.int32([1, 2, 3]))])
got = output.data.tolist()
print("got     ", got)
raise SystemExit(got != expected)
