"""TRACT-61: LSTM without initial states refuses two sequences if Y_c and another output are read (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,2,1] x) => (float[1,1,2,1] y, float[1,2,1] cell) {
  w = Constant <value = float[1,4,1] {0, 0, 0, 1}> ()
  r = Constant <value = float[1,4,1] {0, 0, 0, 0}> ()
  y, state, cell = LSTM <hidden_size = 1> (x, w, r)
}"""
FEEDS = [np.float32([[[1], [2]]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# The cells are tanh(1) / 2 and tanh(2) / 2, and y is half of their tanh.
expected = [[[[[0.182], [0.224]]]], [[[0.381], [0.482]]]]
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
