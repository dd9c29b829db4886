"""OV-22: one of two entries for the same output port is dropped (Core.read_model)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The output port takes `total`. The XML gets a second entry for the port, which takes `part`.
X, A = op.parameter([3], np.int32), op.parameter([1], np.int32)
x, a = op.parameter([1], np.int32), op.parameter([1], np.int32)
total, part = op.result(op.add(x, a), name="total"), op.result(x, name="part")
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([total, part], [x, a], "body"))
iterator.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(a, A.output(0), total.output(0))
scan = iterator.get_concatenated_slices(total.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [X, A]), "net.xml")
text = open("net.xml").read()
ids = [re.search(f'<layer id="([0-9]+)" name="{name}"', text)[1] for name in ("total", "part")]
entry = re.search("<output axis=.*>", text)[0]
second = entry.replace('internal_layer_id="%s"' % ids[0], 'internal_layer_id="%s"' % ids[1])
assert second != entry
changed = text.replace(entry, entry + second)

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
