"""OV-54: Round with half_away_from_zero adds 0.5 in f32 and rounds down (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([3], np.float32)
model = ov.Model([op.round(X, "half_away_from_zero")], [X])

expected = [0.0, 3.0, 8388609.0]
print("expected", expected)
x = np.float32([0.49999997, 2.5, 8388609])
got = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
