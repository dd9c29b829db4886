"""ORT-89: A Reshape of the axes of a Squeeze is taken for one of its data (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
squeeze (int64[1] x, int64[1] t) => (int64 y) {
  one = Constant <value_ints = [1]> ()
  axes = Reshape (t, one)
  y = Squeeze (x, axes)
}"""

expected = 7
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([7]), "t": np.array([0])})[0].item()
print("got     ", got)
raise SystemExit(got != expected)
