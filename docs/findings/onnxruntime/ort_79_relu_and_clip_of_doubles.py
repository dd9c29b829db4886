"""ORT-79: Relu before Clip is refused for all types except FLOAT and FLOAT16 (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 14]>
bounds (double[3] x) => (double[3] y) {
  low = Constant <value = double {0.0}> ()
  high = Constant <value = double {2.0}> ()
  r = Relu (x)
  y = Clip (r, low, high)
}"""

expected = [0.0, 1.0, 2.0]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.array([-1, 1, 3], np.float64)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
