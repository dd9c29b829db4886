"""OV-26: a scan output of parts of eight elements ends the process (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body doubles eight elements. The entry of the scan output is changed to have an axis and nothing else.
trip, A = op.parameter([], np.int64), op.parameter([8], np.int32)
a = op.parameter([8], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(a, a))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
scan = loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [trip, A]), "net.xml", "net.bin")
text = open("net.xml").read()
changed = text.replace(' start="0" end="-1" stride="1" part_size="1"', "")
assert changed != text
model = ov.Core().read_model(changed.encode(), open("net.bin", "rb").read())

expected = [2] * 8 + [4] * 8 + [8] * 8
print("expected", expected, flush=True)
output = ov.Tensor(ov.Type.i32, ov.Shape([0]))
model.evaluate([output], [ov.Tensor(np.array(3)), ov.Tensor(np.int32([1] * 8))])
got = output.data.tolist()
print("got     ", got)
raise SystemExit(got != expected)
