"""TRACT-13: an If with branches of different shapes is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (bool c, float[2] x) => (float[n] y) {
  y = If (c) <then_branch = twice () => (float[4] a) { a = Concat <axis = 0> (x, x) },
              else_branch = once () => (float[2] b) { b = Neg (x) }>
}"""
FEEDS = [np.array(True, np.bool_), np.float32([5, 7])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[5.0, 7.0, 5.0, 7.0]]
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
