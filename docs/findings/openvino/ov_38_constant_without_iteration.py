"""OV-38: a Result that is a constant is the last value although no iteration runs (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

trip, A, a = op.parameter([], np.int64), op.parameter([1], np.int32), op.parameter([1], np.int32)
more, seven = op.result(op.constant(True)), op.result(op.constant(np.int32([7])))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, seven], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), seven.output(0))
model = ov.Model([loop.get_iter_value(seven.output(0), -1)], [trip, A])

# No iteration runs. The last value is the initial value.
expected = [5]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int64(0), np.int32([5])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
