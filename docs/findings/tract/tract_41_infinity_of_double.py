"""TRACT-41: IsInf and IsNaN of DOUBLE are refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (double[2] x) => (bool[2] y) { y = IsInf (x) }"""
FEEDS = [np.float64([1, np.inf])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[False, True]]
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
