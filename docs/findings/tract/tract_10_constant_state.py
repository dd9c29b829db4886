"""TRACT-10: a Scan whose next state is a constant is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float start, float[3] x) => (float last, float[3] y) {
  last, y = Scan <num_scan_inputs = 1, body = step (float s, float e) => (float t, float u) {
    t = Constant <value = float {7}> ()
    u = Add (s, e)
  }> (start, x)
}"""
FEEDS = [np.array(5, np.float32), np.float32([1, 2, 3])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [7.0, [6.0, 9.0, 10.0]]
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
