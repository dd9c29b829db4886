"""OV-94: Interpolate with cubic along three axes of rank 3 leaves elements unwritten (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset11 as op

data = op.parameter([2, 2, 3], np.float32)
sizes, axes = op.constant(np.int64([4, 1, 6])), op.constant(np.int64([0, 1, 2]))
model = ov.Model([op.interpolate(data, sizes, "cubic", "sizes", axes=axes)], [data])
request = ov.Core().compile_model(model, "CPU").create_infer_request()
output = np.full((4, 1, 6), 77, np.float32)  # what the memory of the output holds before
request.set_output_tensor(ov.Tensor(output, shared_memory=True))
request.infer([np.ones((2, 2, 3), np.float32)])

expected = 24  # a cubic function of ones is 1 everywhere
print("expected", expected, "elements that are 1")
got = int((abs(output - 1) < 1e-4).sum())
print("got     ", got, "elements that are 1, and", int((output == 77).sum()), "that are still 77")
raise SystemExit(got != expected)
