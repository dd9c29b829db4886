"""OV-18: only the first of two entries for one input port is kept (Core.read_model)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Port 0, X, goes into the body in parts, as x. The XML gets a second entry for it: as a whole, as w.
X, A = op.parameter([3], np.int32), op.parameter([1], np.int32)
x, a, w = op.parameter([1], np.int32), op.parameter([1], np.int32), op.parameter([3], np.int32, name="w")
total, whole = op.result(op.add(x, a)), op.result(w)
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([total, whole], [x, a, w], "body"))
iterator.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(a, A.output(0), total.output(0))
ov.serialize(ov.Model([iterator.get_iter_value(whole.output(0), -1)], [X, A]), "net.xml")
text = open("net.xml").read()
number = re.search('<layer id="([0-9]+)" name="w"', text)[1]
changed = text.replace("<output ", f'<input external_port_id="0" internal_layer_id="{number}"/><output ', 1)
assert changed.index("</port_map>") > changed.index(f'internal_layer_id="{number}"/>')

expected = [1, 2, 3]
print("expected", expected)
core = ov.Core()
compiled = core.compile_model(core.read_model(changed.encode()), "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.int32([1, 2, 3]), np.int32([10])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
