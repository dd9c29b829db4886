"""TRACT-96: a division of constants by zero in a branch that never runs ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (bool c) => (int64 y) {
  seven = Constant <value = int64 {7}> ()
  zero = Constant <value = int64 {0}> ()
  y = If (c) <then_branch = one () => (int64 a) { a = Neg (seven) },
              else_branch = other () => (int64 b) { b = Div (seven, zero) }>
}"""
FEEDS = [np.array(True)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [-7]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
