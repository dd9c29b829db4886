"""OV-255: channels in another order, of which a Pad adds one, are refused before a convolution (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

x = op.parameter([1, 2, 1], np.float32)
ordered = op.gather(x, np.int64([1, 0]), np.int64(1))
padded = op.pad(ordered, np.int64([0, 1, 0]), np.int64([0, 0, 0]), "constant", np.float32(0))
y = op.convolution(padded, np.float32([[[1], [10], [100]]]), [1], [0], [0], [1])

expected = [[[120.0]]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = compiled([np.float32([[[1], [2]]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
