"""OV-5: the memory of a scan output depends on the trip count, not on the iterations that run (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# a counts iterations. The body's condition is k < 2, so that it ends the loop after iteration 2.
trip, A = op.parameter([], np.int64), op.parameter([1], np.int32)
k, a = op.parameter([], np.int64), op.parameter([1], np.int32)
more = op.result(op.less(k, op.constant(np.int64(2))))
counted = op.result(op.add(a, op.constant(np.int32([1]))))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, counted], [k, a], "body"))
loop.set_special_body_ports([0, 0])  # Parameter 0 is the current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), counted.output(0))
model = ov.Model([loop.get_concatenated_slices(counted.output(0), 0, 1, 1, -1, 0)], [trip, A])

expected = [1, 2, 3]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.int64(2**31), np.int32([0])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
