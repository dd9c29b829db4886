"""OV-165: a back edge reads memory that another back edge has released (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# As in ov_165_released_memory.py, with three iterations and long vectors.
trip, G, H = op.parameter([], np.int64), op.parameter([-1], np.int32), op.parameter([-1], np.int32)
g, h = op.parameter([-1], np.int32), op.parameter([-1], np.int32)
values = op.constant(True), op.concat([g, g], 0), g, op.add(h, op.constant(np.int32([0])))
more, grown, before, seen = [op.result(value) for value in values]
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, grown, before, seen], [g, h], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(h, H.output(0), before.output(0))
loop.set_merged_input(g, G.output(0), grown.output(0))
model = ov.Model([loop.get_iter_value(seen.output(0), -1)], [trip, G, H])

expected = 20000000
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(model, "CPU")
got = len(compiled([np.int64(3), np.ones(10000000, np.int32), np.int32([7])])[0])
print("got     ", got)
raise SystemExit(got != expected)
