"""TRACT-27: Gather with an index outside of the axis ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x, int64[1] indices) => (float[1] y) { y = Gather (x, indices) }"""
FEEDS = [np.float32([10, 20, 30]), np.int64([3])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = "an error"
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
