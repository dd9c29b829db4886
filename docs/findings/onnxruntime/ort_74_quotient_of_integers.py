"""ORT-74: 1 / x * z of integers becomes z / x (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
times (int64[2] x, int64[2] z) => (int64[2] y) {
  one = Constant <value = int64 {1}> ()
  q = Div (one, x)
  y = Mul (q, z)
}"""

expected = [0, 9]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([2, 1]), "z": np.array([7, 9])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
