"""ORT-87: Two quantizations with different scales become one (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
twice (float[3] x) => (float[3] y) {
  s = Constant <value = float {1.0}> ()
  t = Constant <value = float {2.0}> ()
  zero = Constant <value = int8 {0}> ()
  a = QuantizeLinear (x, s, zero)
  b = DequantizeLinear (a, s, zero)
  c = QuantizeLinear (b, t, zero)
  y = DequantizeLinear (c, t, zero)
}"""

expected = [4.0, 8.0, 100.0]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([3, 7, 100], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
