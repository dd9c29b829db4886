"""RW-8: onnx.version_converter: Resize of version 10 becomes one that takes other elements."""

import numpy as np
import onnx.parser
import onnx.version_converter
import onnxruntime

MODEL = """<ir_version: 5, opset_import: ["" : 10]>
smaller (float[1,1,1,4] x) => (float[1,1,1,3] y) {
  s = Constant <value = float[4] {1, 1, 1, 0.75}> ()
  y = Resize <mode = "nearest"> (x, s)
}"""
X = np.float32([[[[10, 11, 12, 13]]]])


def run(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": X})[0].ravel().tolist()


model = onnx.parser.parse_model(MODEL)
expected, got = run(model), run(onnx.version_converter.convert_version(model, 11))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
