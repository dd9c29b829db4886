"""TRACT-42: Split with lengths that do not add up is accepted (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[n] x) => (float[a] y, float[b] z) {
  lengths = Constant <value_ints = [2, 2]> ()
  y, z = Split (x, lengths)
}"""
FEEDS = [np.float32([1, 2, 3, 4, 5])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = "an error"
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
try:
    got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
except tract.TractError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
