"""OV-253: channels in another order are convolved with weights in the wrong order (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# The weights of the channels 1, 2 and 0 of x are 1, 10 and 100.
x = op.parameter([1, 3, 1], np.float32)
ordered = op.gather(x, np.int64([1, 2, 0]), np.int64(1))
y = op.convolution(ordered, np.float32([[[1], [10], [100]]]), [1], [0], [0], [1])

expected = [[[132.0]]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = compiled([np.float32([[[1], [2], [3]]])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
