"""TRACT-63: LSTM ignores `input_forget` (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,1,1] x, float[1,1,1] h, float[1,1,1] c) => (float[1,1,1] cell) {
  w = Constant <value = float[1,4,1] {0, 0, 100, 0}> ()
  r = Constant <value = float[1,4,1] {0, 0, 0, 0}> ()
  y, state, cell = LSTM <hidden_size = 1, input_forget = 1> (x, w, r, "", "", h, c)
}"""
FEEDS = [np.ones((1, 1, 1), np.float32)] * 3
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# The input gate is sigmoid(0), and lets nothing in. The forget gate of its own would be sigmoid(100) = 1.
expected = [[[[0.5]]]]  # of the cell, which was 1
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        loaded = tract.onnx().load(file.name)
        got = [output.to_numpy().astype(float).round(3).tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
