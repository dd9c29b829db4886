"""ORT-51: LSTM of no sequence ends the process."""

import numpy as np
import onnxruntime
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 14]>
g (float[2,n,1] x, float[1,4,1] w, float[1,4,1] r) => (float[2,1,n,1] y) {
  y = LSTM <hidden_size = 1> (x, w, r)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [2, 1, 0, 1]  # the shape of Y
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
weights = np.ones((1, 4, 1), np.float32)
got = list(session.run(None, {"x": np.zeros((2, 0, 1), np.float32), "w": weights, "r": weights})[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
