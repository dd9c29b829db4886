"""OV-109: Slice backward from before the first element selects that element (CPU and reference)."""

import numpy as np
import openvino as ov
from openvino import opset8

data = np.float32([10, 20, 30])
x = opset8.parameter([3], np.float32)
start, stop, step, axis = (opset8.constant(np.int64([number])) for number in (-4, -9, -1, 0))
model = ov.Model([opset8.slice(x, start, stop, step, axis)], [x])

expected = [data[-4:-9:-1].tolist()] * 2
print("expected", expected, flush=True)
reference = [ov.Tensor(np.zeros(0, np.float32))]
model.evaluate(reference, [ov.Tensor(data)])
got = [ov.compile_model(model, "CPU")([data])[0].tolist(), reference[0].data.tolist()]
print("got     ", got)
raise SystemExit(got != expected)
