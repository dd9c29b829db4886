"""TRACT-2: the state of a nested Scan goes on from one iteration of the outer Scan to the next (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,3] x, float k) => (float[2,3] y) {
  y = Scan <num_scan_inputs = 1, body = outer (float[3] row) => (float[3] sums) {
    zero = Constant <value = float {0}> ()
    last, sums = Scan <num_scan_inputs = 1, body = inner (float before, float e) => (float after, float copy) {
      product = Mul (e, k)
      after = Add (before, product)
      copy = Identity (after)
    }> (zero, row)
  }> (x)
}"""
FEEDS = [np.float32([[0, 1, 2], [3, 4, 5]]), np.array(10, np.float32)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# The sums of each row begin with 0.
expected = [[[0.0, 10.0, 30.0], [30.0, 70.0, 120.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
