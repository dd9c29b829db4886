"""OV-172: subnormal numbers in a constant become 0 (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# x is 2^100, so the products are 2^-40 and 2^-30.
X = np.float32([2.0**100, 2.0**100])
x = op.parameter([2], np.float32)
model = ov.Model([op.multiply(x, op.constant(np.float32([2.0**-140, 2.0**-130])))], [x])

expected = [2.0**-40, 2.0**-30]
output = ov.Tensor(ov.Type.f32, ov.Shape([2]))
model.evaluate([output], [ov.Tensor(X)])
print("Model.evaluate:", output.data.tolist())
print("expected", expected)
compiled = ov.Core().compile_model(model, "CPU", {"CPU_DENORMALS_OPTIMIZATION": False, "INFERENCE_PRECISION_HINT": "f32"})
got = compiled([X])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
