"""TRACT-31: MatMul of two vectors is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2] a, float[2] b) => (float y) { y = MatMul (a, b) }"""
FEEDS = [np.float32([1, 2]), np.float32([3, 4])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [11.0]
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
