"""OV-76: SegmentMax with a negative segment id damages the heap (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset16 as op

data, ids = op.parameter([-1], np.float32), op.parameter([-1], np.int64)
model = ov.Model([op.segment_max(data, ids, op.constant(np.int64(2)), "ZERO").output(0)], [data, ids])
compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

print("expected an error", flush=True)
for first in (-1, -100000000):
    print("got     ", compiled([np.float32([1, 5, -3, -2]), np.int64([first, 0, 0, 1])])[0].tolist(), flush=True)
raise SystemExit(1)
