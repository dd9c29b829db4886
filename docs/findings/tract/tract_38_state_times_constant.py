"""TRACT-38: a Scan whose state becomes another one times a constant is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int64[1] a, int64[1] b, int64[3,1] x) => (int64[1] last_a, int64[1] last_b, int64[3,1] y) {
  last_a, last_b, y = Scan <num_scan_inputs = 1, body = step (int64[1] s, int64[1] t, int64[1] e) => (int64[1] u, int64[1] v, int64[1] w) {
    three = Constant <value = int64[1] {3}> ()
    u = Mul (t, three)
    v = Identity (s)
    w = Add (s, e)
  }> (a, b, x)
}"""
FEEDS = [np.int64([5]), np.int64([6]), np.int64([[0], [1], [2]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[54], [15], [[5], [19], [17]]]
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
