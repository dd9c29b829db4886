"""OV-13: a scan output along axis -2 is refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body doubles a part of shape [1, 2]. Axis -2 is axis 0: one part is below the other.
trip, G = op.parameter([], np.int64), op.parameter([1, 2], np.int32)
g = op.parameter([1, 2], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(g, g))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [g], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(g, G.output(0), doubled.output(0))
model = ov.Model([loop.get_concatenated_slices(doubled.output(0), 0, 1, 1, -1, -2)], [trip, G])

expected = [[2, 4], [4, 8]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.int64(2), np.int32([[1, 2]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
