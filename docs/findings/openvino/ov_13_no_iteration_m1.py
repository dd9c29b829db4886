"""OV-13: a scan output of no iteration along axis -1 has a part that was never written (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body doubles an invariant input of shape [2, 3]. Axis -1 is axis 1.
trip, G = op.parameter([], np.int64), op.parameter([2, 3], np.int32)
g = op.parameter([2, 3], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(g, g))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [g], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_invariant_input(g, G.output(0))
model = ov.Model([loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, -1)], [trip, G])

# No iteration runs. The output has two rows without elements.
expected = [[], []]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.int64(0), np.int32([[1, 2, 3], [4, 5, 6]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
