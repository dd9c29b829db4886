"""ORT-76: A Gather of the positions of a Range takes positions below 0 as ends of a slice (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
reverse (float[3] x, int64 start, int64 limit, int64 delta) => (float[n] y) {
  r = Range (start, limit, delta)
  y = Gather (x, r)
}"""

inputs = {"x": np.array([1, 2, 3], np.float32), "start": np.array(2), "limit": np.array(-1)}
inputs["delta"] = np.array(-1)
expected = [3.0, 2.0, 1.0]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
