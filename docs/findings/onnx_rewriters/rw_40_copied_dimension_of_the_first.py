"""RW-40: onnxoptimizer: a Reshape after another one copies a dimension of the first one's input."""

import numpy as np
import onnx.parser
import onnxoptimizer
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
shapes (float[2,6] x) => (float[a,b] y) {
  s = Constant <value_ints = [3, 4]> ()
  t = Constant <value_ints = [0, -1]> ()
  z = Reshape (x, s)
  y = Reshape (z, t)
}"""


def shape(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return list(session.run(None, {"x": np.zeros([2, 6], np.float32)})[0].shape)


expected = shape(onnx.parser.parse_model(MODEL))
print("expected", expected)
got = shape(onnxoptimizer.optimize(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
