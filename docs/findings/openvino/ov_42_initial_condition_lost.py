"""OV-42: an initial condition that only an unread output needs is lost (CPU plugin)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body negates f. It passes c to a scan output that nothing reads.
trip, go, F = op.parameter([], np.int64), op.parameter([], np.bool_), op.parameter([1], np.bool_)
c, f = op.parameter([], np.bool_, name="c"), op.parameter([1], np.bool_)
more, negated, passed = op.result(op.constant(True)), op.result(op.logical_not(f)), op.result(c)
loop = op.loop(trip, go)
loop.set_function(ov.Model([more, negated, passed], [f, c], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(f, F.output(0), negated.output(0))
unread = loop.get_concatenated_slices(passed.output(0), 0, 1, 1, -1, 0)
model = ov.Model([loop.get_concatenated_slices(negated.output(0), 0, 1, 1, -1, 0)], [trip, go, F])
ov.serialize(model, "net.xml", "net.bin")

# The API cannot connect port 1, the initial condition, with a Parameter too. The XML can.
text = open("net.xml").read()
number = re.search('<layer id="([0-9]+)" name="c"', text)[1]
changed = text.replace("<port_map>", f'<port_map><input external_port_id="1" internal_layer_id="{number}"/>')

expected = [True, False, True]
print("expected", expected)
core = ov.Core()
compiled = core.compile_model(core.read_model(changed.encode(), open("net.bin", "rb").read()), "CPU")
got = compiled([np.int64(3), np.array(True), np.array([False])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
