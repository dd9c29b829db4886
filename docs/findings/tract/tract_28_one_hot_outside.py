"""TRACT-28: OneHot of a number that is not less than the depth ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int64[2] x) => (float[2,3] y) {
  depth = Constant <value_int = 3> ()
  values = Constant <value = float[2] {0, 1}> ()
  y = OneHot (x, depth, values)
}"""
FEEDS = [np.int64([1, 3])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
