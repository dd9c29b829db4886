"""OV-95: Interpolate of an axis without elements reads other memory (Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset11 as op

data = op.parameter([4, 0], np.float32)
sizes, axes = op.constant(np.int64([2])), op.constant(np.int64([1]))
model = ov.Model([op.interpolate(data, sizes, "nearest", "sizes", axes=axes)], [data])
output = np.full((4, 2), 77, np.float32)

expected = "an error"  # there is no element to take
print("expected", expected)
try:
    model.evaluate([ov.Tensor(output, shared_memory=True)], [ov.Tensor(np.zeros((4, 0), np.float32))])
    got = "77 everywhere" if (output == 77).all() else "other numbers"
except RuntimeError:
    got = expected
print("got     ", got)
raise SystemExit(got != expected)
