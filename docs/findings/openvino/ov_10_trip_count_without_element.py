"""OV-10: a trip count without an element ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

trip, A = op.parameter([-1], np.int64), op.parameter([1], np.int32)
a = op.parameter([1], np.int32)
more, doubled = op.result(op.constant(True)), op.result(op.add(a, a))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), doubled.output(0))
model = ov.Model([loop.get_iter_value(doubled.output(0), -1)], [trip, A])

expected = "an error"
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
try:
    got = compiled([np.zeros(0, np.int64), np.int32([1])])[0].tolist()
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
