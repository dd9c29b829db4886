"""OV-44: an unread output moves the current iteration to another Parameter (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Nothing reads the last value of `other`, which is all that b is for.
trip, A, B = op.parameter([], np.int64), op.parameter([1], np.int32), op.parameter([1], np.int32)
b, k, a = op.parameter([1], np.int32), op.parameter([1], np.int32), op.parameter([1], np.int32)
more, number = op.result(op.constant(True)), op.result(k)
doubled, other = op.result(op.add(a, a)), op.result(op.add(b, b))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled, number, other], [b, k, a], "body"))
loop.set_special_body_ports([1, 0])  # Parameter 1 is the current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
loop.set_invariant_input(b, B.output(0))
unread = loop.get_iter_value(other.output(0), -1)
numbers = loop.get_concatenated_slices(number.output(0), 0, 1, 1, -1, 0)
model = ov.Model([numbers, loop.get_iter_value(doubled.output(0), -1)], [trip, A, B])

expected = [[0, 1, 2], [8]]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU")
got = [value.tolist() for value in compiled([np.int64(3), np.int32([1]), np.int32([9])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
