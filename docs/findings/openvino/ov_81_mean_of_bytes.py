"""OV-81: the mean of 8-bit integers is wrong if their sum leaves 8 bits (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

data = op.parameter([1, 3], np.int8)
mean = op.reduce_mean(data, op.constant(np.int64([1])), keep_dims=False)
compiled = ov.Core().compile_model(ov.Model([mean], [data]), "CPU")

expected = [100]
print("expected", expected)
got = compiled([np.int8([[100, 100, 100]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
