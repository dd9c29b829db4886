"""OV-14: Gather with an index past the end reads other memory (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

values, index = op.parameter([2], np.int32), op.parameter([4], np.int64)
model = ov.Model([op.gather(values, index, op.constant(np.int64(0)))], [values, index])

expected = [0, 0, 0, 0]
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([4, 5]), np.int64([8, 9, 10, 11])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
