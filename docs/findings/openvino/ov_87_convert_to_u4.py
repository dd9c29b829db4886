"""OV-87: Convert to u4 keeps bits that u4 does not have (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op

X = op.parameter([4], np.int32)
model = ov.Model([op.convert(op.convert(X, "u4"), "i32")], [X])

expected = [15, 0, 1, 15]  # modulo 16
print("expected", expected)
got = ov.Core().compile_model(model, "CPU")([np.int32([15, 16, 17, -1])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
