"""OV-17: the exponential of NaN is infinity (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

A = op.parameter([1], np.float32)
model = ov.Model([op.exp(A)], [A])

print("expected [nan]")
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.float32([np.nan])])[0]
print("got     ", got.tolist())
raise SystemExit(not np.isnan(got[0]))
