"""TRACT-29: Range of constants that are reals ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x) => (float[n] y) {
  start = Constant <value_float = 0.0> ()
  limit = Constant <value_float = 1.0> ()
  delta = Constant <value_float = 0.25> ()
  numbers = Range (start, limit, delta)
  y = Add (numbers, x)
}"""
FEEDS = [np.array(1, np.float32)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1.0, 1.25, 1.5, 1.75]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
