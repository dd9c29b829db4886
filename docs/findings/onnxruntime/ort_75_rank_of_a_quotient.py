"""ORT-75: 1 / x * z loses the axes of the 1 (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
times (float[3] x, float[3] z) => (float[1,3] y) {
  one = Constant <value = float[1,1] {1.0}> ()
  q = Div (one, x)
  y = Mul (q, z)
}"""

expected = (1, 3)
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.ones(3, np.float32), "z": np.ones(3, np.float32)})[0].shape
print("got     ", got)
raise SystemExit(got != expected)
