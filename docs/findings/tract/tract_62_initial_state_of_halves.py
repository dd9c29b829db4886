"""TRACT-62: RNN, GRU and LSTM of FLOAT16 without initial states are refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float16[1,1,1] x, float16[1,1,1] w, float16[1,1,1] r) => (float16[1,1,1,1] y) {
  y = RNN <hidden_size = 1> (x, w, r)
}"""
FEEDS = [np.full((1, 1, 1), value, np.float16) for value in (2, 1, 1)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[[[0.964]]]]]  # tanh(2)
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        loaded = tract.onnx().load(file.name)
        got = [output.to_numpy().astype(np.float64).round(3).tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
