"""OV-101: a 64-bit index of Gather loses its upper 32 bits (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Index 2^32 is past the end of the values, where Gather gives 0.
values, index = op.parameter([2], np.int32), op.parameter([1], np.int64)
model = ov.Model([op.gather(values, index, op.constant(np.int64(0)))], [values, index])
output = ov.Tensor(np.zeros(1, np.int32))
model.evaluate([output], [ov.Tensor(np.int32([4, 5])), ov.Tensor(np.int64([2**32]))])
print("Model.evaluate:", output.data.tolist())

expected = [0]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([4, 5]), np.int64([2**32])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
