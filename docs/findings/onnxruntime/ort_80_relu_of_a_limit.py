"""ORT-80: the Relu of the upper limit of a Clip is taken for that of its input (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
bounds (float[3] x, float m) => (float[3] y) {
  low = Constant <value = float {-2.0}> ()
  high = Relu (m)
  y = Clip (x, low, high)
}"""

expected = [-2.0, -1.0, 2.0]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([-3, -1, 3], np.float32), "m": np.array(2, np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
