"""TRACT-15: RNN, GRU and LSTM ignore the activations and clip (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,1,1] x) => (float[2,1,1,1] y) {
  w = Constant <value = float[1,1,1] {1}> ()
  r = Constant <value = float[1,1,1] {1}> ()
  y = RNN <hidden_size = 1, activations = ["Relu"]> (x, w, r)
}"""
FEEDS = [np.float32([2, 3]).reshape(2, 1, 1)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[[[2.0]]], [[[5.0]]]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
