"""OV-93: Interpolate ignores antialias (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset10 as op  # its interpolate is Interpolate-4

data = op.parameter([1, 1, 1, 4], np.float32)
sizes, scales, axes = op.constant(np.int64([2])), op.constant(np.float32([0.5])), op.constant(np.int64([3]))
halved = op.interpolate(data, sizes, scales, "linear", "scales", antialias=True, axes=axes)
compiled = ov.Core().compile_model(ov.Model([halved], [data]), "CPU")

expected = [13.0, 38.0]  # the weights of the first one are 3/4, 3/4 and 1/4, divided by 7/4
print("expected", expected)
got = [round(x, 3) for x in compiled([np.float32([[[[7, 14, 28, 56]]]])])[0].flatten().tolist()]
print("got     ", got)
raise SystemExit(got != expected)
