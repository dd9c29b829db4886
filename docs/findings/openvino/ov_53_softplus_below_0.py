"""OV-53: SoftPlus of numbers below 0 is inexact, and negative for some (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([3], np.float32)
model = ov.Model([op.softplus(X)], [X])

x = np.float32([-20, -15, -8])
expected = [f"{value:.2e}" for value in np.log1p(np.exp(x.astype(np.float64)))]
print("expected", *expected)
y = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x])[0]
got = [f"{value:.2e}" for value in y]
print("got     ", *got)
raise SystemExit(got != expected)
