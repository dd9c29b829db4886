"""TRACT-1: a Scan whose body names a dimension of its input is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,3] x) => (float[2,3] y) {
  y = Scan <num_scan_inputs = 1, body = step (float[n] e) => (float[n] f) { f = Neg (e) }> (x)
}"""
FEEDS = [np.float32([[1, 2, 3], [4, 5, 6]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[-1.0, -2.0, -3.0], [-4.0, -5.0, -6.0]]]
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
