"""OV-36: a condition whose initial value is a constant is taken for that constant (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The condition c begins as true. Its back edge brings k < 1 of the iteration before: three iterations run.
A, k = op.parameter([1], np.int32), op.parameter([], np.int64)
c, a = op.parameter([], np.bool_), op.parameter([1], np.int32)
more, next_c, doubled = op.result(c), op.result(op.less(k, op.constant(np.int64(1)))), op.result(op.add(a, a))
loop = op.loop(op.constant(np.int64(5)), op.constant(True))
loop.set_function(ov.Model([more, next_c, doubled], [k, c, a], "body"))
loop.set_special_body_ports([0, 0])  # Parameter 0 is the current iteration; Result 0 is the condition
loop.set_merged_input(c, op.constant(True).output(0), next_c.output(0))
loop.set_merged_input(a, A.output(0), doubled.output(0))
model = ov.Model([loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)], [A])

expected = [2, 4, 8]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([1])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
