"""OV-39: a scan output beside a value that grows from a static shape is wrong (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The initial value of g has the shape [1], and each iteration appends an element. `total` adds 9 to a.
trip, G, A, B = op.parameter([], np.int64), *(op.parameter([1], np.int32) for _ in range(3))
g, a, b = op.parameter([-1], np.int32), op.parameter([1], np.int32), op.parameter([1], np.int32)
more, grown, total = [op.result(value) for value in (op.constant(True), op.concat([g, b], 0), op.add(a, b))]
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, grown, total], [g, a, b], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(g, G.output(0), grown.output(0))
loop.set_merged_input(a, A.output(0), total.output(0))
loop.set_invariant_input(b, B.output(0))
model = ov.Model([loop.get_concatenated_slices(total.output(0), 0, 1, 1, -1, 0)], [trip, G, A, B])

expected = [109, 118, 127]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})
got = compiled([np.int64(3), np.int32([1]), np.int32([100]), np.int32([9])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
