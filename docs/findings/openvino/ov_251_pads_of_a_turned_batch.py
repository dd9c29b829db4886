"""OV-251: pads of a batch and channels that were exchanged are those of the other one (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

x = op.parameter([1, 2, 2, 2], np.float32)
turned = op.transpose(x, np.int64([1, 0, 2, 3]))
padded = op.pad(turned, np.int64([0, 0, 0, 0]), np.int64([0, 1, 0, 0]), "constant", np.float32(0))
y = op.transpose(op.space_to_depth(padded, "blocks_first", 2), np.int64([1, 0, 2, 3]))

expected = [8, 2, 1, 1]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = list(compiled([np.ones((1, 2, 2, 2), np.float32)])[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
