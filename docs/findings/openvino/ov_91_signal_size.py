"""OV-91: RDFT and IRDFT with a signal_size of -1, and RDFT with a longer one, are refused (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset9 as op


def shape(operation, data, size):
    x = op.parameter(data, np.float32)
    model = ov.Model([operation(x, np.array([0]), np.array([size]))], [x])
    try:
        return list(ov.Core().compile_model(model, "CPU")([np.ones(data, np.float32)])[0].shape)
    except RuntimeError:
        return "an error"


expected = [[3, 2], [4, 2], [8]]  # the whole axis of 5; 5 elements and a 0; the whole axis, 2 * (5 - 1)
print("expected", expected)
got = [shape(op.rdft, [5], -1), shape(op.rdft, [5], 6), shape(op.irdft, [5, 2], -1)]
print("got     ", got)
raise SystemExit(got != expected)
