"""TRACT-19: Celu ignores alpha outside of the exponent (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x) => (float[3] y) { y = Celu <alpha = 2.0> (x) }"""
FEEDS = [np.float32([-2, 0, 1])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# 2 * (exp(-2 / 2) - 1) = -1.264
expected = [-1.264, 0.0, 1.0]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
y, = loaded.into_model().into_runnable().run(FEEDS)
got = y.to_numpy().astype(float).round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
