"""OV-270: a product without inner elements plus a constant is memory that was never written (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

a = op.parameter([2, 0], np.float32)
product = op.matmul(a, op.constant(np.zeros([0, 2], np.float32)), False, False)
y = op.add(product, op.constant(np.float32([1, 2])))

expected = [[1.0, 2.0], [1.0, 2.0]]
print("expected", expected, flush=True)
got = ov.Core().compile_model(ov.Model([y], [a]), "CPU")([np.zeros([2, 0], np.float32)])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
