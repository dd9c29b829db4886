"""TRACT-34: the mean of squares of DOUBLE is computed in FLOAT (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (double[3] x) => (double[1] y) {
  squares = Mul (x, x)
  y = ReduceMean (squares)
}"""
FEEDS = [np.float64([0.1, 0.2, 0.4])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# (0.01 + 0.04 + 0.16) / 3
expected = [0.07]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
y, = loaded.into_model().into_runnable().run(FEEDS)
got = y.to_numpy().round(12).tolist()
print("got     ", got)
raise SystemExit(got != expected)
