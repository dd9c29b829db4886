"""OV-19: a back edge from a Parameter to a Result is dropped (Core.read_model)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# A TensorIterator adds up the parts of X, from A on. Its back edge is turned: from the Parameter to the Result.
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
edge = '<edge from-layer="([0-9]+)" to-layer="([0-9]+)" />'
changed = re.sub(edge, r'<edge from-layer="\2" to-layer="\1" />', text, count=1)
assert changed != text

expected = "an error"
print("expected", expected)
core = ov.Core()
try:
    compiled = core.compile_model(core.read_model(changed.encode()), "CPU", {"INFERENCE_NUM_THREADS": 2})
    got = compiled([np.int32([1, 2, 3]), np.int32([10])])[0].tolist()
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
