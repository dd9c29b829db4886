"""TRACT-43: two Ifs in one graph are refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x) => (float y) {
  one = Constant <value_float = 1.0> ()
  less = Less (x, one)
  more = Less (one, x)
  a = If (less) <then_branch = a_then () => (float p) { p = Neg (x) }, else_branch = a_else () => (float q) { q = Abs (x) }>
  b = If (more) <then_branch = b_then () => (float r) { r = Exp (x) }, else_branch = b_else () => (float s) { s = Abs (x) }>
  y = Add (a, b)
}"""
FEEDS = [np.array(-2, np.float32)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [4.0]
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
