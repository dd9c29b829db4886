"""OV-6: a scan output of no iteration has the values of another inference request (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

trip, A = op.parameter([], np.int64), op.parameter([1], np.int32)
a = op.parameter([1], np.int32)
more, counted = op.result(op.constant(True)), op.result(op.add(a, op.constant(np.int32([1]))))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, counted], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), counted.output(0))
model = ov.Model([loop.get_concatenated_slices(counted.output(0), 0, 1, 1, -1, 0)], [trip, A])

# The requests share nothing but the compiled model. The second one runs no iteration.
expected = [[42, 43], []]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
one, other = compiled.create_infer_request(), compiled.create_infer_request()
got = [one.infer([np.int64(2), np.int32([41])])[0].tolist()]
got.append(other.infer([np.int64(0), np.int32([7])])[0].tolist())
print("got     ", got)
raise SystemExit(got != expected)
