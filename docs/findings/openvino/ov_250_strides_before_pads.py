"""OV-250: a convolution with a window of one element skips elements before it pads (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

x = op.parameter([1, 1, 4], np.float32)
y = op.convolution(op.relu(x), np.float32([[[1]]]), [2], [1], [1], [1])

expected = [[[0.0, 2.0, 4.0]]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = compiled([np.float32([[[1, 2, 3, 4]]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
