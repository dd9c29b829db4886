"""TRACT-24: the maximum of nothing is the lowest finite number (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,0] x) => (float[2] y) { y = ReduceMax <axes = [1], keepdims = 0> (x) }"""
FEEDS = [np.zeros((2, 0), np.float32)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[float("-inf"), float("-inf")]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
