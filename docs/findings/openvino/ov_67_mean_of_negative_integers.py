"""OV-67: ScatterElementsUpdate rounds the mean of integers toward 0 (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

data = op.parameter([1], np.int32)
scatter = op.scatter_elements_update(data, op.constant(np.int64([0])), op.constant(np.int32([-3])), op.constant(np.int64(0)), "mean")
model = ov.Model([scatter.output(0)], [data])

expected = [-4]  # -3.5, rounded down
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([-4])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
