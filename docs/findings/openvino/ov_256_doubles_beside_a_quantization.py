"""OV-256: operations of f64 are refused in a model with a quantization (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

x, z = op.parameter([2], np.float32), op.parameter([2], np.float64)
zero, top = np.float32(0), np.float32(255)
quantized = op.convert(op.fake_quantize(x, zero, top, zero, top, 256), "u8")
values = op.multiply(op.subtract(op.convert(quantized, "f32"), np.float32(10)), np.float32(0.5))

expected = [-1.0, -2.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([values, op.negative(z)], [x, z]), "CPU")
got = compiled([np.float32([1, 2]), np.float64([1, 2])])[1].tolist()
print("got     ", got)
raise SystemExit(got != expected)
