"""OV-75: LRN over other axes than [1] or all spatial axes is wrong (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset8 as op

data = op.parameter([5, 1], np.float32)
lrn = op.lrn(data, op.constant(np.int64([0])), 3.0, 1.0, 0.0, 3)
compiled = ov.Core().compile_model(ov.Model([lrn.output(0)], [data]), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

got = compiled([np.ones((5, 1), np.float32)])[0].flatten().round(3).tolist()
expected = np.float32([1 / 2, 1 / 3, 1 / 3, 1 / 3, 1 / 2]).round(3).tolist()
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
