"""ORT-82: A Pad that is as wide as the window of a pool after it is refused (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
pool (float[1,1,2] x) => (float[1,1,3] y) {
  pads = Constant <value_ints = [0, 0, 2, 0, 0, 0]> ()
  p = Pad (x, pads)
  y = MaxPool <kernel_shape = [2], pads = [0, 0]> (p)
}"""

expected = [[[0.0, 1.0, 2.0]]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([[[1, 2]]], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
