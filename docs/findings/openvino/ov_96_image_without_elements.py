"""OV-96: GridSample of images without elements leaves its output unwritten (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset9 as op

data, grid = op.parameter([1, 1, 0, 4], np.float32), op.parameter([1, 1, 3, 2], np.float32)
model = ov.Model([op.grid_sample(data, grid, {"padding_mode": "zeros"})], [data, grid])
request = ov.Core().compile_model(model, "CPU").create_infer_request()
output = np.full((1, 1, 1, 3), 77, np.float32)  # what the memory of the output holds before
request.set_output_tensor(ov.Tensor(output, shared_memory=True))
request.infer([np.zeros((1, 1, 0, 4), np.float32), np.zeros((1, 1, 3, 2), np.float32)])

expected = [0.0, 0.0, 0.0]  # every position is outside
print("expected", expected)
got = output.flatten().tolist()
print("got     ", got)
raise SystemExit(got != expected)
