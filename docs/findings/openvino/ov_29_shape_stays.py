"""OV-29: a value that grows leaves its shape in the model (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The body doubles the length of g. The model is evaluated twice, with the same inputs.
trip, G = op.parameter([], np.int64), op.parameter([-1], np.int32)
g = op.parameter([-1], np.int32)
more, grown = op.result(op.constant(True)), op.result(op.concat([g, g], 0))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, grown], [g], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(g, G.output(0), grown.output(0))
model = ov.Model([loop.get_iter_value(grown.output(0), -1)], [trip, G])

expected = [1, 1, 1, 1]
for inference in (0, 1):
    print("expected", expected, flush=True)
    output = ov.Tensor(ov.Type.i32, ov.Shape([0]))
    model.evaluate([output], [ov.Tensor(np.array(2)), ov.Tensor(np.int32([1]))])
    print("got     ", output.data.tolist(), flush=True)
    assert output.data.tolist() == expected
