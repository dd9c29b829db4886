"""OV-25: a body Parameter that no entry names is 0 in every iteration (Core.read_model)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The scan output is the current iteration. The XML loses the entry that says so.
trip, k = op.parameter([], np.int64), op.parameter([1], np.int64)
more, number = op.result(op.constant(True)), op.result(k)
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, number], [k], "body"))
loop.set_special_body_ports([0, 0])  # Parameter 0 is the current iteration; Result 0 is the condition
scan = loop.get_concatenated_slices(number.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [trip]), "net.xml", "net.bin")
text = open("net.xml").read()
changed, count = re.subn('<input [^>]*purpose="current_iteration"[^>]*>', "", text)
assert count == 1

expected = [0, 1, 2]
print("expected", expected)
core = ov.Core()
model = core.read_model(changed.encode(), open("net.bin", "rb").read())
got = core.compile_model(model, "CPU")([np.int64(3)])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
