"""RW-32: onnxslim: a Squeeze whose axes are an input of the model is an error."""

import numpy as np
import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
squeezed (float[2,1,1] x, int64[1] axes) => (float[n,m] y) { y = Squeeze (x, axes) }"""


def shapes(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    inputs = {"x": np.zeros([2, 1, 1], np.float32), "axes": np.array([1], np.int64)}
    return [list(value.shape) for value in session.run(None, inputs)]


expected = shapes(onnx.parser.parse_model(MODEL))
print("expected", expected)
try:
    got = shapes(onnxslim.slim(onnx.parser.parse_model(MODEL)))
except IndexError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
