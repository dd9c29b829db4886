"""OV-12: part_size 0 ends the process when the model is read (Core.read_model)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# A TensorIterator adds up the parts of X. Its XML gets a part_size that no model may have.
X, A = op.parameter([3], np.int32), op.parameter([1], np.int32)
x, a = op.parameter([1], np.int32), op.parameter([1], np.int32)
total = op.result(op.add(x, a))
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([total], [x, a], "body"))
iterator.set_sliced_input(x, X.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
iterator.set_merged_input(a, A.output(0), total.output(0))
scan = iterator.get_concatenated_slices(total.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [X, A]), "net.xml")
text = open("net.xml").read()
changed = text.replace('part_size="1"', 'part_size="0"', 1)
assert changed != text

print("expected an error", flush=True)
try:
    ov.Core().read_model(changed.encode())
    print("got      a model")
    raise SystemExit(1)
except RuntimeError:
    print("got      an error")
