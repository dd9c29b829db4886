"""OV-5: a trip count of 2^31 and a scan output of two elements a part end the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# a counts iterations. The body's condition is k < 2, so that it ends the loop after iteration 2. In the XML,
# the scan output gets the width of its parts, which the API cannot give it.
trip, A = op.parameter([], np.int64), op.parameter([2], np.int32)
k, a = op.parameter([], np.int64), op.parameter([2], np.int32)
more = op.result(op.less(k, op.constant(np.int64(2))))
counted = op.result(op.add(a, op.constant(np.int32([1]))))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, counted], [k, a], "body"))
loop.set_special_body_ports([0, 0])  # Parameter 0 is the current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), counted.output(0))
scan = loop.get_concatenated_slices(counted.output(0), 0, 1, 1, -1, 0)
ov.serialize(ov.Model([scan], [trip, A]), "net.xml", "net.bin")
text = open("net.xml").read()
changed = text.replace('stride="1" part_size="1"', 'stride="2" part_size="2"')
assert changed != text

expected = [1, 1, 2, 2, 3, 3]
print("expected", expected, flush=True)
core = ov.Core()
model = core.read_model(changed.encode(), open("net.bin", "rb").read())
compiled = core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.int64(2**31), np.int32([0, 0])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
