"""ORT-81: A Pad before a pool that rounds its size up removes the last window (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
pool (float[1,1,2] x) => (float[1,1,2] y) {
  pads = Constant <value_ints = [0, 0, 0, 0, 0, 1]> ()
  p = Pad (x, pads)
  y = AveragePool <kernel_shape = [2], pads = [0, 0], strides = [2], ceil_mode = 1> (p)
}"""

expected = [[[1.5, 0.0]]]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([[[1, 2]]], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
