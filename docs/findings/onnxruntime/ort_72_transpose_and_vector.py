"""ORT-72: MatMul of a transposed matrix and a vector takes the matrix as it was (ONNX Runtime)."""

import numpy as np
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
product (float[3,2] x, float[3] v) => (float[2] y) {
  turned = Transpose <perm = [1, 0]> (x)
  y = MatMul (turned, v)
}"""

x, v = np.array([[-3, -2], [-1, 0], [1, 2]], np.float32), np.array([2, 3, 4], np.float32)
expected = [-5.0, 4.0]
print("expected", expected)
model = onnx.parser.parse_model(MODEL).SerializeToString()
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
got = session.run(None, {"x": x, "v": v})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
