"""ORT-73: a Pad of zeros before MaxPool becomes padding that is never the maximum (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
pool (float[1,1,3] x) => (float[1,1,3] y) {
  pads = Constant <value_ints = [0, 0, 1, 0, 0, 0]> ()
  z = Pad (x, pads)
  y = MaxPool <kernel_shape = [2]> (z)
}"""

expected = [[[0.0, -1.0, -2.0]]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([[[-1, -2, -3]]], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
