"""OV-34: an invariant input passed through to two ports ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

trip, A, B = op.parameter([], np.int64), op.parameter([1], np.int32), op.parameter([1], np.int32)
a, b = op.parameter([1], np.int32), op.parameter([1], np.int32)
more, doubled, passed = op.result(op.constant(True)), op.result(op.add(a, a)), op.result(b)
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled, passed], [a, b], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
loop.set_invariant_input(b, B.output(0))
last = [loop.get_iter_value(passed.output(0), -1), loop.get_iter_value(passed.output(0), -1)]

expected = [[9], [9]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model(last, [trip, A, B]), "CPU")
got = [value.tolist() for value in compiled([np.int64(2), np.int32([1]), np.int32([9])]).values()]
print("got     ", got)
raise SystemExit(got != expected)
