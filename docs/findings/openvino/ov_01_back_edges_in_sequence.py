"""OV-1: back edges transfer one after the other, not all at once (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# In each iteration, a takes the value of b, and b takes the value of a. Two iterations change nothing.
trip, A, B = op.parameter([], np.int64), op.parameter([1], np.int32), op.parameter([1], np.int32)
a, b = op.parameter([1], np.int32), op.parameter([1], np.int32)
more, next_a, next_b = op.result(op.constant(True)), op.result(b), op.result(a)
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, next_a, next_b], [a, b], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), next_a.output(0))
loop.set_merged_input(b, B.output(0), next_b.output(0))
last = [loop.get_iter_value(result.output(0), -1) for result in (next_a, next_b)]

expected = [[10], [20]]
print("expected", expected)
compiled = ov.Core().compile_model(ov.Model(last, [trip, A, B]), "CPU")
got = [value.tolist() for value in compiled([np.int64(2), np.int32([10]), np.int32([20])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
