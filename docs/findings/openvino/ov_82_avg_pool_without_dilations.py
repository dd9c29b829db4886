"""OV-82: AvgPool-16 without dilations ends the process (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset16 as op

x = op.parameter([1, 1, 4], np.float32)
pool = op.avg_pool(x, strides=[1], pads_begin=[0], pads_end=[0], kernel_shape=[2], exclude_pad=True)
model = ov.Model([pool], [x])

expected = [1.5, 2.5, 3.5]
print("expected", expected, flush=True)
got = ov.Core().compile_model(model, "CPU")([np.float32([[[1, 2, 3, 4]]])])[0].flatten().tolist()
print("got     ", got)
raise SystemExit(got != expected)
