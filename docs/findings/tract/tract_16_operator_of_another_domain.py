"""TRACT-16: an operator of another domain is run as the one of ONNX (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17, "mine" : 1]>
m (float[3] x) => (float[3] y) { y = mine.Neg (x) }
<domain: "mine", opset_import: ["" : 17]>
Neg (a) => (b) { b = Mul (a, a) }"""
FEEDS = [np.float32([1, 2, 3])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1.0, 4.0, 9.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
