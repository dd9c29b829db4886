"""ORT-71: the default alpha of ThresholdedRelu in RNN, GRU and LSTM is 0."""

import numpy as np
import onnxruntime
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 14]>
g (float[1,2,1] x, float[1,1,1] w, float[1,1,1] r) => (float[1,1,2,1] y) {
  y = RNN <hidden_size = 1, activations = ["ThresholdedRelu"]> (x, w, r)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [0.0, 2.0]  # of 0.5 and 2: the default alpha of the operator ThresholdedRelu is 1
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
one = np.ones((1, 1, 1), np.float32)
got = session.run(None, {"x": np.float32([[[0.5], [2]]]), "w": one, "r": one})[0].flatten().tolist()
print("got     ", got)
raise SystemExit(got != expected)
