"""OV-18: in a branch of an If, only the first of two entries for one input port is kept (Core.read_model)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# then: a - b - c, of ports 1, 2 and 3. The XML gets port 2 for c too. else: A, and B of port 3.
condition, A, B = op.parameter([], np.bool_), op.parameter([1], np.int32), op.parameter([1], np.int32)
a, b, c = op.parameter([1], np.int32), op.parameter([1], np.int32), op.parameter([1], np.int32, name="c")
d, e = op.parameter([1], np.int32), op.parameter([1], np.int32)
difference, product = op.result(op.subtract(op.subtract(a, b), c)), op.result(op.multiply(d, e))
choice = op.if_op(condition)
choice.set_then_body(ov.Model([difference], [a, b, c], "then"))
choice.set_else_body(ov.Model([product], [d, e], "else"))
choice.set_input(A.output(0), a, d)
choice.set_input(B.output(0), b, None)
choice.set_input(B.output(0), c, e)
ov.serialize(ov.Model([choice.set_output(difference, product)], [condition, A, B]), "net.xml")
text = open("net.xml").read()
number = re.search('<layer id="([0-9]+)" name="c"', text)[1]
changed = text.replace(f'external_port_id="3" internal_layer_id="{number}"', f'external_port_id="2" internal_layer_id="{number}"', 1)
assert changed != text and changed.index(f'external_port_id="2" internal_layer_id="{number}"') < changed.index("</then_port_map>")

# 30 - 4 - 4
expected = [22]
print("expected", expected)
core = ov.Core()
compiled = core.compile_model(core.read_model(changed.encode()), "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.array(True), np.int32([30]), np.int32([4])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
