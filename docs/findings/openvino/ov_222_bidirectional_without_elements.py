"""OV-222: bidirectional Broadcast takes a size of 1 instead of 0 (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset3

x = opset3.parameter([2, 1], np.int32)
model = ov.Model([opset3.broadcast(x, opset3.constant(np.int64([1, 0])), broadcast_spec="BIDIRECTIONAL")], [x])

expected = [2, 0]
print("expected", expected, flush=True)
got = list(ov.Core().compile_model(model, "CPU")([np.int32([[1], [2]])])[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
