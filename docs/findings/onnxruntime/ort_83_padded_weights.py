"""ORT-83: A Conv whose weights are the output of a Pad is refused (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
convolution (float[1,1,4] x, float[1,1,2] w) => (float[1,1,2] y) {
  pads = Constant <value_ints = [0, 0, 0, 0, 0, 1]> ()
  q = Pad (w, pads)
  y = Conv <kernel_shape = [3], pads = [0, 0]> (x, q)
}"""

inputs = {"x": np.array([[[1, 2, 3, 4]]], np.float32), "w": np.array([[[1, 2]]], np.float32)}
expected = [[[5.0, 8.0]]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
