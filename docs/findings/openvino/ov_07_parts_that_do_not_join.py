"""OV-7: parts that cannot be joined give uninitialised memory (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body doubles the second dimension. Parts of the shapes [1, 2] and [1, 4] are joined along axis 0.
trip, G = op.parameter([], np.int64), op.parameter([1, -1], np.int32)
g = op.parameter([1, -1], np.int32)
more, grown = op.result(op.constant(True)), op.result(op.concat([g, g], 1))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, grown], [g], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(g, G.output(0), grown.output(0))
model = ov.Model([loop.get_concatenated_slices(grown.output(0), 0, 1, 1, -1, 0)], [trip, G])

expected = "an error"
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
try:
    got = compiled([np.int64(2), np.int32([[1]])])[0].tolist()
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
