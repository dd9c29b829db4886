"""TRACT-22: Slice backward to the end 2147483647 goes to the first element (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x) => (float[n] y) {
  starts = Constant <value_ints = [1]> ()
  ends = Constant <value_ints = [2147483647]> ()
  axes = Constant <value_ints = [0]> ()
  steps = Constant <value_ints = [-1]> ()
  y = Slice (x, starts, ends, axes, steps)
}"""
FEEDS = [np.float32([10, 20, 30])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# The end is clamped to 2, the position of the last element, which is after the start.
expected = [[]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
