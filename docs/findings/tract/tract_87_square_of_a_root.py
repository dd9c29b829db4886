"""TRACT-87: a square of a square root is the operand itself (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2] x) => (float[2] y) {
  r = Sqrt (x)
  y = Mul (r, r)
}"""
FEEDS = [np.float32([4, -4])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[4.0, float("nan")]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(str(got) != str(expected))
