"""ORT-85: the mean minus the values is taken for a LayerNormalization (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
norm (float[1,2] x) => (float[1,2] y) {
  two = Constant <value = float {2.0}> ()
  e = Constant <value = float {3.0}> ()
  scale = Constant <value = float[2] {1.0, 1.0}> ()
  bias = Constant <value = float[2] {0.0, 0.0}> ()
  m = ReduceMean <axes = [-1], keepdims = 1> (x)
  c = Sub (m, x)
  q = Pow (c, two)
  v = ReduceMean <axes = [-1], keepdims = 1> (q)
  w = Add (v, e)
  s = Sqrt (w)
  d = Div (c, s)
  f = Mul (d, scale)
  y = Add (f, bias)
}"""

expected = [[-0.5, 0.5]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([[3, 1]], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
