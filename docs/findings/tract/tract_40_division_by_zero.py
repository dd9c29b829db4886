"""TRACT-40: a division of integers by zero ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int32[2] x, int32[2] z) => (int32[2] y) { y = Div (x, z) }"""
FEEDS = [np.int32([1, 2]), np.int32([1, 0])]
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
