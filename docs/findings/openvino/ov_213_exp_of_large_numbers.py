"""OV-213: Exp is infinity from 88.377 on, although e^x is finite up to 88.722 (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset8 as ops

x = ops.parameter([1], ov.Type.f32)
model = ov.Model([ops.exp(x)], [x])
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

number = np.array([88.5], np.float32)
print("expected a finite number")
got = compiled([number])[0]
print("got     ", "a finite number" if np.isfinite(got[0]) else got[0])
raise SystemExit(not np.isfinite(got[0]))
