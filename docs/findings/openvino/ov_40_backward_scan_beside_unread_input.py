"""OV-40: a backward scan output of a Loop is refused beside an unread input (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body does not read b. The scan output is changed to run backward.
trip, A, B = op.parameter([], np.int64), op.parameter([1], np.int32), op.parameter([1], np.int32)
a, b = op.parameter([1], np.int32), op.parameter([1], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(a, a))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [a, b], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
loop.set_invariant_input(b, B.output(0))
model = ov.Model([loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)], [trip, A, B])
ov.serialize(model, "net.xml", "net.bin")
text = open("net.xml").read()
changed = text.replace('start="0" end="-1" stride="1"', 'start="-1" end="0" stride="-1"')
assert changed != text

expected = [8, 4, 2]
print("expected", expected)
core = ov.Core()
model = core.read_model(changed.encode(), open("net.bin", "rb").read())
compiled = core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.int64(3), np.int32([1]), np.int32([9])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
