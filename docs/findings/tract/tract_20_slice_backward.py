"""TRACT-20: Slice with a step and a start that is not constant takes everything (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x, int64[1] starts) => (float[n] y) {
  ends = Constant <value_ints = [-4]> ()
  axes = Constant <value_ints = [0]> ()
  steps = Constant <value_ints = [-1]> ()
  y = Slice (x, starts, ends, axes, steps)
}"""
FEEDS = [np.float32([10, 20, 30]), np.int64([1])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[20.0, 10.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
