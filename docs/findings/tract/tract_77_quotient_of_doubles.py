"""TRACT-77: Div of DOUBLE multiplies by the reciprocal (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (double[1] a, double[1] b) => (double[1] y) {
  y = Div (a, b)
}"""
FEEDS = [np.array([1e200]), np.array([1e-100])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1e200 / 1e-100]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        runnable = tract.onnx().load(file.name).into_model().into_runnable()
        got = [output.to_numpy().tolist() for output in runnable.run([np.asarray(feed) for feed in FEEDS])]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
