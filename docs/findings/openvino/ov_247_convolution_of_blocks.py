"""OV-247: a convolution between SpaceToBatch and BatchToSpace loses its strides (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

# Parts with every second element. The convolution adds neighbours, and its stride skips every second sum.
x = op.parameter([1, 1, 8], np.float32)
none, blocks = np.int64([0, 0, 0]), np.int64([1, 1, 2])
parts = op.space_to_batch(x, blocks, none, none)
sums = op.convolution(parts, np.float32([[[1, 1]]]), [2], [0], [0], [1])
y = op.batch_to_space(sums, blocks, none, none)

expected = [2.0, 4.0, 10.0, 12.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Model([y], [x]), "CPU")
got = compiled([np.arange(8, dtype=np.float32).reshape(1, 1, 8)])[0].ravel().tolist()
print("got     ", got)
raise SystemExit(got != expected)
