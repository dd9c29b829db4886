"""OV-62: the length of a Range of i64 is computed in f64 (reader, Model.evaluate)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

start = 2**62
limits = [op.constant(np.int64(value)) for value in (start, start + 7, 3)]
model = ov.Model([op.range(*limits, "i64")], [])

expected = [start, start + 3, start + 6]
print("expected", expected)
output = ov.Tensor(ov.Type.i64, ov.Shape([0]))
model.evaluate([output], [])
got = output.data.tolist()
print("got     ", got)
raise SystemExit(got != expected)
