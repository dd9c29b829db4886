"""ORT-77: BatchNormalization of a transposed product scales the wrong axis (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 15]>
norm (float[2,2] a) => (float[2,2] y) {
  w = Constant <value = float[2,2] {1.0, 0.0, 0.0, 1.0}> ()
  scale = Constant <value = float[2] {1.0, 10.0}> ()
  bias = Constant <value = float[2] {0.0, 0.0}> ()
  mean = Constant <value = float[2] {0.0, 0.0}> ()
  variance = Constant <value = float[2] {1.0, 1.0}> ()
  p = MatMul (a, w)
  t = Transpose <perm = [1, 0]> (p)
  y = BatchNormalization <epsilon = 0.0> (t, scale, bias, mean, variance)
}"""

expected = [[1.0, 30.0], [2.0, 40.0]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"a": np.array([[1, 2], [3, 4]], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
