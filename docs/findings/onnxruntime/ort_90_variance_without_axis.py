"""ORT-90: a variance that has lost its axis is taken for that of a LayerNormalization (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
norm (float[2,2] x) => (float[2,2] y) {
  two = Constant <value = float {2.0}> ()
  e = Constant <value = float {15.0}> ()
  scale = Constant <value = float[2] {1.0, 1.0}> ()
  bias = Constant <value = float[2] {0.0, 0.0}> ()
  m = ReduceMean <axes = [-1], keepdims = 1> (x)
  c = Sub (x, m)
  q = Pow (c, two)
  v = ReduceMean <axes = [-1], keepdims = 0> (q)
  w = Add (v, e)
  s = Sqrt (w)
  d = Div (c, s)
  f = Mul (d, scale)
  y = Add (f, bias)
}"""

# The rows minus their means are [1, -1] and [7, -7]. s is [4, 8], one for each column.
expected = [[0.25, -0.125], [1.75, -0.875]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([[3, 1], [17, 3]], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
