"""OV-214: RNN, GRU and LSTM take the activations of the first direction for both (reader)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 14]>
g (float[1,1,1] x, float[2,1,1] w, float[2,1,1] r) => (float[1,2,1,1] y) {
  y = RNN <hidden_size = 1, direction = "bidirectional", activations = ["Tanh", "Relu"]> (x, w, r)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [0.964, 2.0]  # tanh(2) and relu(2)
print("expected", expected, flush=True)
core = ov.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
one = np.ones((2, 1, 1), np.float32)
y = compiled({"x": np.float32([[[2]]]), "w": one, "r": one})[0]
got = y.flatten().astype(float).round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
