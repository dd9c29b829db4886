"""OV-254: the slopes of channels in another order are those of the channels as they were (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

x = op.parameter([1, 2, 1], np.float32)
ordered = op.gather(x, np.int64([1, 0]), np.int64(1))
y = op.convolution(op.prelu(ordered, np.float32([2, 3])), np.float32([[[1], [10]]]), [1], [0], [0], [1])

expected = [[[-34.0]]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = compiled([np.float32([[[-1], [-2]]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
