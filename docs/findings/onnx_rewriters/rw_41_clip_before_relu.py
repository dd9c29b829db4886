"""RW-41: onnxscript.optimizer: a Clip to numbers below 0 and a Relu become a Clip that gives other numbers."""

import numpy as np
import onnx.parser
import onnxruntime
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
limits (float[3] x) => (float[3] y) {
  low = Constant <value = float {-5}> ()
  high = Constant <value = float {-1}> ()
  z = Clip (x, low, high)
  y = Relu (z)
}"""


def values(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": np.array([-7, 0, 7], np.float32)})[0].tolist()


expected = [0.0, 0.0, 0.0]
print("expected", expected)
got = values(optimizer.optimize(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
