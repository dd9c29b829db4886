"""OV-232: FakeConvert rounds halves of the smallest numbers of f8e4m3 down (reference)."""

import numpy as np
import openvino as ov
from openvino import opset13 as op

x = np.float32([1, 1.5, 2, 2.5, 3, 3.5]) * np.float32(2.0**-9)
expected = [1.0, 2.0, 2.0, 2.0, 3.0, 4.0]  # multiples of 2^-9, halves to even
print("expected", expected)
data = op.parameter([6], np.float32)
model = ov.Model([op.result(op.fake_convert(data, op.constant(np.float32([1])), None, "f8e4m3"))], [data], "halves")
output = ov.Tensor(np.zeros(6, np.float32))
model.evaluate([output], [ov.Tensor(x)])
got = (output.data * np.float32(2.0**9)).tolist()
print("got     ", got)
raise SystemExit(got != expected)
