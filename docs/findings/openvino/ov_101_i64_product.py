"""OV-101: 64-bit integers are computed in 32 bits (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

N = op.parameter([1], np.int64)
model = ov.Model([op.multiply(N, N)], [N])

expected = [10_000_000_000]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int64([100_000])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
