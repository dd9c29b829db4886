"""ORT-88: Pad with axes between two Transposes is refused (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
turned (float[2,3] x) => (float[2,4] y) {
  pads = Constant <value_ints = [0, 1]> ()
  axes = Constant <value_ints = [0]> ()
  t = Transpose <perm = [1, 0]> (x)
  p = Pad (t, pads, "", axes)
  y = Transpose <perm = [1, 0]> (p)
}"""

expected = [[1.0, 2.0, 3.0, 0.0], [4.0, 5.0, 6.0, 0.0]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([[1, 2, 3], [4, 5, 6]], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
