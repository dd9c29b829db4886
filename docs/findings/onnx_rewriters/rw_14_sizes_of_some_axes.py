"""RW-14: onnxslim: a Resize with sizes for some axes is an error."""

import numpy as np
import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 19]>
smaller (float[2,4] x) => (float[2,2] y) {
  two = Constant <value_ints = [2]> ()
  y = Resize <axes = [-1]> (x, "", "", two)
}"""


def shapes(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [list(value.shape) for value in session.run(None, {"x": np.zeros([2, 4], np.float32)})]


expected = shapes(onnx.parser.parse_model(MODEL))
print("expected", expected)
try:
    got = shapes(onnxslim.slim(onnx.parser.parse_model(MODEL)))
except IndexError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
