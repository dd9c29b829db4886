"""TRACT-11: a Scan in a Scan is refused if it reads nothing from around (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,3] x) => (float[2,3] y) {
  y = Scan <num_scan_inputs = 1, body = outer (float[3] row) => (float[3] sums) {
    zero = Constant <value = float {0}> ()
    last, sums = Scan <num_scan_inputs = 1, body = inner (float before, float e) => (float after, float copy) {
      after = Add (before, e)
      copy = Identity (after)
    }> (zero, row)
  }> (x)
}"""
FEEDS = [np.float32([[0, 1, 2], [3, 4, 5]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[0.0, 1.0, 3.0], [3.0, 7.0, 12.0]]]
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
