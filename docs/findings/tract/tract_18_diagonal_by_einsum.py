"""TRACT-18: Einsum of a diagonal and a vector has too many zeros (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3,3] x, float[3] v) => (float[3] y) { y = Einsum <equation = "ii,i->i"> (x, v) }"""
FEEDS = [np.float32([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), np.float32([1, 10, 100])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1.0, 50.0, 900.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
