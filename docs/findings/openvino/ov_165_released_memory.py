"""OV-165: a back edge reads memory that another back edge has released (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Each iteration doubles the length of g, and h takes what g was. `seen` is h + 0.
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

expected = [1, 2, 3, 4]
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU")
got = compiled([np.int64(2), np.int32([1, 2, 3, 4]), np.int32([7])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
