"""OV-11: a trip count of two elements is accepted (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

trip, A = op.parameter([-1], np.int64), op.parameter([1], np.int32)
a = op.parameter([1], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(a, a))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
model = ov.Model([loop.get_iter_value(doubled.output(0), -1)], [trip, A])

expected = "an error"
print("expected", expected)
output = ov.Tensor(np.zeros(1, np.int32))
try:
    model.evaluate([output], [ov.Tensor(np.int64([1, 5])), ov.Tensor(np.int32([1]))])
    got = output.data.tolist()
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
