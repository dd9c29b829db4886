"""OV-69: Pad writes outside its tensors if it removes more elements than there are (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

data, begin, end = op.parameter([-1], np.int32), op.parameter([1], np.int64), op.parameter([1], np.int64)
model = ov.Model([op.pad(data, begin, end, "constant").output(0)], [data, begin, end])
compiled = ov.Core().compile_model(model, "CPU")

print("expected", [0], flush=True)
print("got     ", compiled([np.int32([1, 2, 3]), np.int64([-4]), np.int64([2])])[0].tolist())
raise SystemExit(1)
