"""OV-65: ScatterElementsUpdate writes past the end of its data if the indices have longer rows (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

data, indices, updates = (op.parameter([-1, -1], type) for type in (np.float32, np.int64, np.float32))
scatter = op.scatter_elements_update(data, indices, updates, op.constant(np.int64(0)))
model = ov.Model([scatter.output(0)], [data, indices, updates])
compiled = ov.Core().compile_model(model, "CPU")

print("expected an error", flush=True)
for columns in (3, 100000):
    inputs = [np.float32([[1, 2], [3, 4]]), np.zeros((1, columns), np.int64), np.full((1, columns), 9, np.float32)]
    print("got     ", compiled(inputs)[0].tolist(), flush=True)
raise SystemExit(1)
