"""TRACT-32: Pad with a negative number ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[5] x) => (float[3] y) {
  pads = Constant <value_ints = [-2, 0]> ()
  y = Pad (x, pads)
}"""
FEEDS = [np.float32([1, 2, 3, 4, 5])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[3.0, 4.0, 5.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
