"""OV-28: a sliced input of no positions ends the process (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# One iteration is asked for, but X has no part.
trip, X, x = op.parameter([], np.int64), op.parameter([-1], np.int32), op.parameter([1], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(x, x))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [x], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
model = ov.Model([loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)], [trip, X])

expected = "an error"
print("expected", expected, flush=True)
output = ov.Tensor(ov.Type.i32, ov.Shape([0]))
try:
    model.evaluate([output], [ov.Tensor(np.array(1)), ov.Tensor(np.zeros(0, np.int32))])
    got = output.data.tolist()
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
