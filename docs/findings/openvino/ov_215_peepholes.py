"""OV-215: The peepholes of LSTM are ignored (reader)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 14]>
g (float[1,1,1] x, float[1,4,1] w, float[1,4,1] r, float[1,1,1] h, float[1,1,1] c) => (float[1,1,1,1] y) {
  p = Constant <value = float[1,3] {0, 100, 0}> ()
  y = LSTM <hidden_size = 1> (x, w, r, "", "", h, c, p)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

# Without weights the input and the forget gate are 1/2, and so is the cell. The peephole opens the output gate.
expected = [0.462]  # sigmoid(100 / 2) * tanh(1/2)
print("expected", expected, flush=True)
core = ov.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
zeros, state = np.zeros((1, 4, 1), np.float32), np.zeros((1, 1, 1), np.float32)
y = compiled({"x": state, "w": zeros, "r": zeros, "h": state, "c": state + 1})[0]
got = y.flatten().astype(float).round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
