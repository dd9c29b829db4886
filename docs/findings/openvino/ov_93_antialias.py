"""OV-93: Interpolate ignores antialias (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset11 as op

data = op.parameter([1, 1, 1, 4], np.float32)
halved = op.interpolate(data, op.constant(np.float32([0.5])), "linear", "scales", antialias=True,
                        axes=op.constant(np.int64([3])))
compiled = ov.Core().compile_model(ov.Model([halved], [data]), "CPU")

expected = [13.0, 38.0]  # the weights of the first one are 3/4, 3/4 and 1/4, divided by 7/4
print("expected", expected)
got = [float(round(x)) for x in compiled([np.float32([[[[7, 14, 28, 56]]]])])[0].flatten().tolist()]
print("got     ", got)
raise SystemExit(got != expected)
