"""OV-20: one of two back edges into the same Parameter is dropped (Core.read_model)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body adds up the parts of X in a. The XML gets a second back edge into a, from `part`.
X, A = op.parameter([3], np.int32), op.parameter([1], np.int32)
x, a = op.parameter([1], np.int32), op.parameter([1], np.int32, name="a")
total, part = op.result(op.add(x, a)), op.result(x, name="part")
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([total, part], [x, a], "body"))
iterator.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(a, A.output(0), total.output(0))
outputs = [iterator.get_concatenated_slices(result.output(0), 0, 1, 1, -1, 0) for result in (total, part)]
ov.serialize(ov.Model(outputs, [X, A]), "net.xml")
text = open("net.xml").read()
ids = [re.search(f'<layer id="([0-9]+)" name="{name}"', text)[1] for name in ("part", "a")]
changed = text.replace("</back_edges>", '<edge from-layer="%s" to-layer="%s" /></back_edges>' % tuple(ids))

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
