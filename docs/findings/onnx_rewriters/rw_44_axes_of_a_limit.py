"""RW-44: onnxscript.optimizer: limits with more axes than the values lose them in a Clip."""

import numpy as np
import onnx.parser
import onnxruntime
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
limits (float[3] x) => (float[n,m] y) {
  low = Constant <value = float[1,1] {-1.0}> ()
  high = Constant <value = float {1.0}> ()
  z = Max (x, low)
  y = Min (z, high)
}"""


def shape(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": np.array([-7, 0, 7], np.float32)})[0].shape


expected = (1, 3)
print("expected", expected)
got = shape(optimizer.optimize(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
