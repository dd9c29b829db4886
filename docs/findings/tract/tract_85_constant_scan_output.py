"""TRACT-85: a scan output that is computed from constants is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1] start, float[2,1] x) => (float[1] y, float[2,1] z) {
  y, z = Scan <num_scan_inputs = 1, body = g (float[1] s, float[1] e) => (float[1] t, float[1] u) {
    t = Add (s, e)
    seven = Constant <value_ints = [7]> ()
    u = Cast <to = 1> (seven)
  }> (start, x)
}"""
FEEDS = [np.float32([0]), np.float32([[1], [10]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[11.0], [[7.0], [7.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
try:
    got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
except Exception as error:
    got = "an error" if "Trying to substitute" in str(error) else error
print("got     ", got)
raise SystemExit(got != expected)
