"""TRACT-39: Softplus of 90 is infinity (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2] x) => (float[2] y) { y = Softplus (x) }"""
FEEDS = [np.float32([-90, 90])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [0.0, 90.0]  # ln(exp(x) + 1)
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
y, = loaded.into_model().into_runnable().run(FEEDS)
got = y.to_numpy().astype(float).round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
