"""OV-72: a Convolution and an Add in a TensorIterator are wrong if there are two iterations (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset8 as op

part, state = op.parameter([1, 1, 4], np.float32), op.parameter([1, 1, 4], np.float32)
kernel = op.constant(np.float32([[[1, 2]]]))
next_state = op.add(op.convolution(state, kernel, [1], [1], [0], [1]), part)
body = ov.Model([op.result(next_state)], [part, state])

x, initial = op.parameter([3, 1, 4], np.float32), op.parameter([1, 1, 4], np.float32)
loop = op.tensor_iterator()
loop.set_body(body)
loop.set_sliced_input(part, x.output(0), 0, 1, 1, -1, 0)
loop.set_merged_input(state, initial.output(0), body.results[0].output(0))
last = loop.get_iter_value(body.results[0].output(0), -1)
compiled = ov.Core().compile_model(ov.Model([last], [x, initial]), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

expected = np.float32([1, 0, 2, 3])
for _ in range(3):
    padded = np.concatenate([[0], expected])
    expected = padded[:-1] + 2 * padded[1:]
got = compiled([np.zeros((3, 1, 4), np.float32), np.float32([1, 0, 2, 3]).reshape(1, 1, 4)])[0].flatten()
print("expected", expected.tolist())
print("got     ", got.tolist())
raise SystemExit(got.tolist() != expected.tolist())
