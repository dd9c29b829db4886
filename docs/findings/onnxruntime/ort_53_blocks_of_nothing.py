"""ORT-53: QuantizeLinear in blocks ends the process if there are no elements."""

import numpy as np
import onnxruntime
from onnx import checker, parser

TEXT = """<ir_version: 10, opset_import: ["" : 21]>
g (float[4,n] x, float[2,n] scale) => (uint8[4,n] y) { y = QuantizeLinear <axis = 0, block_size = 2> (x, scale) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [4, 0]  # the shape of y
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = list(session.run(None, {"x": np.zeros((4, 0), np.float32), "scale": np.zeros((2, 0), np.float32)})[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
