"""OV-45: a backward scan output of a Loop runs forward (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The entry of the scan output is changed to run backward.
trip, A = op.parameter([], np.int64), op.parameter([1], np.int32)
a = op.parameter([1], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(a, a))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
scan = loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [trip, A]), "net.xml", "net.bin")
text = open("net.xml").read()
changed = text.replace('start="0" end="-1" stride="1"', 'start="-1" end="0" stride="-1"')
assert changed != text
core = ov.Core()
model = core.read_model(changed.encode(), open("net.bin", "rb").read())
print("CPU plugin:", core.compile_model(model, "CPU")([np.int64(3), np.int32([1])])[0].tolist())

expected = [8, 4, 2]
print("expected", expected)
output = ov.Tensor(np.zeros(3, np.int32))
model.evaluate([output], [ov.Tensor(np.array(3)), ov.Tensor(np.int32([1]))])
got = output.data.tolist()
print("got     ", got)
raise SystemExit(got != expected)
