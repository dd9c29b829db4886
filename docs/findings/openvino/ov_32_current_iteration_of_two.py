"""OV-32: a current iteration of two elements is accepted (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

trip, k = op.parameter([], np.int64), op.parameter([2], np.int64)
more, doubled = op.result(op.constant(True)), op.result(op.add(k, k))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, doubled], [k], "body"))
loop.set_special_body_ports([0, 0])  # Parameter 0 is the current iteration; Result 0 is the condition
model = ov.Model([loop.get_iter_value(doubled.output(0), -1)], [trip])

expected = "an error"
print("expected", expected, flush=True)
output = ov.Tensor(ov.Type.i64, ov.Shape([0]))
try:
    model.evaluate([output], [ov.Tensor(np.array(2))])
    got = output.data.tolist()
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
