"""TRACT-84: every second part of a scan output is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1] start, float[4,1] x) => (float[2,1] y) {
  last, sums = Scan <num_scan_inputs = 1, body = g (float[1] s, float[1] e) => (float[1] t, float[1] u) {
    t = Add (s, e)
    u = Identity (t)
  }> (start, x)
  zero = Constant <value_ints = [0]> ()
  two = Constant <value_ints = [2]> ()
  four = Constant <value_ints = [4]> ()
  y = Slice (sums, zero, four, zero, two)
}"""
FEEDS = [np.float32([0]), np.float32([[1], [10], [100], [1000]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[1.0], [111.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
try:
    got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
except Exception as error:
    got = "an error" if "Invalid axis" in str(error) else error
print("got     ", got)
raise SystemExit(got != expected)
