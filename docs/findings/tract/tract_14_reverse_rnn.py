"""TRACT-14: RNN, GRU and LSTM read a reverse sequence forward (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3,1,1] x) => (float[3,1,1,1] y) {
  w = Constant <value = float[1,1,1] {1}> ()
  r = Constant <value = float[1,1,1] {10}> ()
  y = RNN <hidden_size = 1, direction = "reverse"> (x, w, r)
}"""
FEEDS = [np.float32([1, 0, 0]).reshape(3, 1, 1)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# The first element, the only one that is not 0, is read last.
expected = [0.762, 0.0, 0.0]  # tanh(1), tanh(0), tanh(0)
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
states, = loaded.into_model().into_runnable().run(FEEDS)
got = states.to_numpy().astype(float).flatten().round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
