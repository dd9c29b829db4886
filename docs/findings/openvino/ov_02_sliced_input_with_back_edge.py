"""OV-2: a sliced input with a back edge reads its parts and never the back edge (CPU plugin)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body adds a to a part of X. In the XML, the back edge is changed to lead to x instead of a.
X, A = op.parameter([3], np.int32), op.parameter([1], np.int32)
x, a = op.parameter([1], np.int32, name="x"), op.parameter([1], np.int32, name="a")
total = op.result(op.add(x, a))
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([total], [x, a], "body"))
iterator.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(a, A.output(0), total.output(0))
scan = iterator.get_concatenated_slices(total.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [X, A]), "net.xml")
text = open("net.xml").read()
ids = {name: re.search(f'<layer id="([0-9]+)" name="{name}"', text)[1] for name in "xa"}
text, changed = re.subn(f'(<edge from-layer="[0-9]+" to-layer=)"{ids["a"]}" />', rf'\1"{ids["x"]}" />', text)
assert changed == 1

# Iteration 0 reads part 0. Every later iteration reads what the back edge brings.
expected = [11, 21, 31]
print("expected", expected)
core = ov.Core()
compiled = core.compile_model(core.read_model(text.encode()), "CPU")
got = compiled([np.int32([1, 2, 3]), np.int32([10])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
