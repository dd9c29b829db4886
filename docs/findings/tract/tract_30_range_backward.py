"""TRACT-30: Range of constants with a negative step of 2 is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int64 x) => (int64[n] y) {
  start = Constant <value_int = 6> ()
  limit = Constant <value_int = 0> ()
  delta = Constant <value_int = -2> ()
  numbers = Range (start, limit, delta)
  y = Add (numbers, x)
}"""
FEEDS = [np.array(1, np.int64)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[7, 5, 3]]
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
