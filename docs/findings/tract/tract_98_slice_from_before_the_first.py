"""TRACT-98: a Slice backward from before the first element selects nothing (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[4] x) => (float[n] y) {
  start = Constant <value_ints = [-6]> ()
  end = Constant <value_ints = [-9]> ()
  axis = Constant <value_ints = [0]> ()
  step = Constant <value_ints = [-1]> ()
  y = Slice (x, start, end, axis, step)
}"""
FEEDS = [np.float32([1, 2, 3, 4])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
