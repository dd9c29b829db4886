"""OV-3: an invariant input that feeds a back edge is refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Iteration 0 reads A, every later one reads B.
trip, A, B = op.parameter([], np.int64), op.parameter([1], np.int32), op.parameter([1], np.int32)
a, b = op.parameter([1], np.int32), op.parameter([1], np.int32)
more, next_a, read = op.result(op.constant(True)), op.result(b), op.result(a)
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, next_a, read], [a, b], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), next_a.output(0))
loop.set_invariant_input(b, B.output(0))
model = ov.Model([loop.get_concatenated_slices(read.output(0), 0, 1, 1, -1, 0)], [trip, A, B])

expected = [1, 2]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU")
got = compiled([np.int64(2), np.int32([1]), np.int32([2])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
