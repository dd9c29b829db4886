"""OV-146: SegmentMax takes the lowest numbers of f32 and i32 for those of other types (CPU)."""

import numpy as np
import openvino as ov
from openvino import opset16 as ops


def maxima(values):
    data, ids = ops.parameter([3], values.dtype), ops.constant(np.array([0, 0, 2]))
    model = ov.Model([ops.segment_max(data, ids, fill_mode="LOWEST")], [data], "m")
    return ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([values])[0].tolist()


expected = [[3, -2**63, 1], [-np.inf, -3.4028234663852886e+38, 1.0]]
print("expected", expected, flush=True)
got = [maxima(np.array([2, 3, 1], np.int64)), maxima(np.array([-np.inf, -np.inf, 1], np.float32))]
print("got     ", got)
raise SystemExit(got != expected)
