"""OV-216: `input_forget` = 1 of LSTM is ignored (reader)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 14]>
g (float[1,1,1] x, float[1,4,1] w, float[1,4,1] r, float[1,1,1] h, float[1,1,1] c) => (float[1,1,1] y_c) {
  y, y_h, y_c = LSTM <hidden_size = 1, input_forget = 1> (x, w, r, "", "", h, c)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

# The input gate is sigmoid(0), and lets nothing in. The forget gate of its own would be sigmoid(100) = 1.
expected = [0.5]  # of the cell, which was 1
print("expected", expected, flush=True)
core = ov.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
one, w = np.ones((1, 1, 1), np.float32), np.float32([[[0], [0], [100], [0]]])
y_c = compiled({"x": one, "w": w, "r": np.zeros((1, 4, 1), np.float32), "h": one, "c": one})[0]
got = y_c.flatten().astype(float).round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
