"""ORT-84: an Expand of an axis of size 1 to 0 is removed (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
nothing (float[2,1] x) => (float[2,0] y) {
  shape = Constant <value_ints = [0]> ()
  p = Neg (x)
  q = Expand (p, shape)
  y = Neg (q)
}"""

expected = (2, 0)
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.ones((2, 1), np.float32)})[0].shape
print("got     ", got)
raise SystemExit(got != expected)
