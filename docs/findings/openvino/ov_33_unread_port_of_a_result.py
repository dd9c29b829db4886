"""OV-33: if one of two ports of a Result is unread, the other gives the next Result (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# `thrice` has a scan output, which nothing reads, and a last value.
trip, A, a = op.parameter([], np.int64), op.parameter([1], np.int32), op.parameter([1], np.int32)
more = op.result(op.constant(True))
twice, thrice, tenfold = [op.result(op.multiply(a, op.constant(np.int32([factor])))) for factor in (2, 3, 10)]
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, twice, thrice, tenfold], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), twice.output(0))
unread = loop.get_concatenated_slices(thrice.output(0), 0, 1, 1, -1, 0)
last = [loop.get_iter_value(result.output(0), -1) for result in (thrice, tenfold)]

# Iteration 1 begins with a = 2.
expected = [[6], [20]]
print("expected", expected)
compiled = ov.Core().compile_model(ov.Model(last, [trip, A]), "CPU")
got = [value.tolist() for value in compiled([np.int64(2), np.int32([1])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
