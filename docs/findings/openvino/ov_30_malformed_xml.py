"""OV-30: XML that is not well-formed is read (Core.read_model)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([1], np.int32, name="X")
ov.serialize(ov.Model([op.add(X, X)], [X]), "net.xml")
text = open("net.xml").read()
attribute_twice = text.replace('name="X"', 'name="X" name="X"', 1)
two_roots = text + "<net></net>"
assert attribute_twice != text

expected = ["an error", "an error"]
print("expected", expected)
got = []
for wrong in (attribute_twice, two_roots):
    try:
        ov.Core().read_model(wrong.encode())
        got.append("a model")
    except RuntimeError:
        got.append("an error")
print("got     ", got)
raise SystemExit(got != expected)
