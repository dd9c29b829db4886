"""OV-35: constants decide the length of a scan output although the loop does not begin (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The trip count and the body's condition are constants. The initial condition is an input.
go, A, a = op.parameter([], np.bool_), op.parameter([1], np.int32), op.parameter([1], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(a, a))
loop = op.loop(op.constant(np.int64(3)), go)
loop.set_function(ov.Model([more, doubled], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
model = ov.Model([loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)], [go, A])

expected = []
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.array(False), np.int32([1])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
