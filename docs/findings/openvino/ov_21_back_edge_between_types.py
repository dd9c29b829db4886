"""OV-21: a back edge between two element types is accepted (CPU plugin and Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The Result is f32 and the Parameter that it feeds is i32. 1 * 1.5 * 1.5 * 1.5 is 3.375.
trip, A = op.parameter([], np.int64), op.parameter([1], np.int32)
a = op.parameter([1], np.int32)
more = op.result(op.constant(True))
scaled = op.result(op.multiply(op.convert(a, "f32"), op.constant(np.float32([1.5]))))
loop = op.loop(trip, op.constant(True))
loop.set_function(ov.Model([more, scaled], [a], "body"))
loop.set_special_body_ports([-1, 0])  # no current iteration; Result 0 is the condition
loop.set_merged_input(a, A.output(0), scaled.output(0))
model = ov.Model([loop.get_iter_value(scaled.output(0), -1)], [trip, A])

expected = ["an error", "an error"]
print("expected", expected)
inputs, output, got = [np.array(3), np.int32([1])], ov.Tensor(np.zeros(1, np.float32)), []
try:
    got.append(ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2})(inputs)[0].tolist())
except RuntimeError:
    got.append("an error")
try:
    model.evaluate([output], [ov.Tensor(value) for value in inputs])
    got.append(output.data.tolist())
except RuntimeError:
    got.append("an error")
print("got     ", got)
raise SystemExit(got != expected)
