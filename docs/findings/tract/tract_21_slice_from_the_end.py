"""TRACT-21: Slice to a negative end that is not constant is an error (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x, int64[1] ends) => (float[n] y) {
  starts = Constant <value_ints = [0]> ()
  y = Slice (x, starts, ends)
}"""
FEEDS = [np.float32([10, 20, 30]), np.int64([-1])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[10.0, 20.0]]
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
