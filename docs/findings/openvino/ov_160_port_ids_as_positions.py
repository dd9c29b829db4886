"""OV-160: external_port_id of an input is read as the position of a port, and not as its id (reader)."""

import re

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body subtracts a part of Y from a part of X.
X, Y = op.parameter([2], np.float32), op.parameter([2], np.float32)
x, y = op.parameter([1], np.float32), op.parameter([1], np.float32)
difference = op.result(op.subtract(x, y))
iterator = op.tensor_iterator()
iterator.set_body(ov.Model([difference], [x, y], "body"))
for whole, part in ((X, x), (Y, y)):
    iterator.set_sliced_input(part, whole.output(0), 0, 1, 1, -1, 0)  # start, stride, part_size, end, axis
scan = iterator.get_concatenated_slices(difference.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [X, Y]), "net.xml")
text = open("net.xml").read()

# In the layer, in its port map and in the edges that lead to it, id 0 becomes 1, and 1 becomes 0.
layer = re.search('<layer id="([0-9]+)"[^>]*type="TensorIterator"', text)[1]
start, end = text.index('type="TensorIterator"'), text.index("<output>", text.index("</port_map>"))
places = re.compile(f'(<input [^>]*external_port_id="|<port id="|to-layer="{layer}" to-port=")([01])"')
swapped = lambda part: places.sub(lambda found: f'{found[1]}{1 - int(found[2])}"', part)
last_edges = text.rindex("<edges>")
text = text[:start] + swapped(text[start:end]) + text[end:last_edges] + swapped(text[last_edges:])

expected = [-9, -18]
print("expected", expected)
compiled = ov.Core().compile_model(ov.Core().read_model(text.encode()), "CPU")
got = compiled([np.float32([1, 2]), np.float32([10, 20])])[0].astype(int).tolist()
print("got     ", got)
raise SystemExit(got != expected)
