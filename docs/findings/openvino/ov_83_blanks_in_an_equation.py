"""OV-83: Einsum with blanks in the equation is refused (every device)."""

import numpy as np
import openvino as ov
import openvino.opset7 as op

x = op.parameter([2, 3], np.float32)
print("expected", [3, 2], flush=True)
try:
    model = ov.Model([op.einsum([x], "i j -> j i")], [x])
    got = list(ov.Core().compile_model(model, "CPU")([np.zeros((2, 3), np.float32)])[0].shape)
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != [3, 2])
