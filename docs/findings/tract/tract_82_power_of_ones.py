"""TRACT-82: Pow with a constant exponent of another shape is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
m (float[3] x) => (float[2,3] y) {
  one = Constant <value = float[2,1] {1, 1}> ()
  y = Pow (x, one)
}"""
FEEDS = [np.float32([3, 5, 7])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[3.0, 5.0, 7.0], [3.0, 5.0, 7.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        loaded = tract.onnx().load(file.name)
        got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
