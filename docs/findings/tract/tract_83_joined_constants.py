"""TRACT-83: two products with constants become one, which makes 0 NaN (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, helper, parser

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
m (float[2] x) => (float[2] y) {
  z = Mul (x, c)
  y = Mul (z, c)
}"""
FEEDS = [np.float32([0, 2.0**-100])]
model = parser.parse_model(MODEL)
model.graph.initializer.append(helper.make_tensor("c", 1, [], [2.0**100]))
checker.check_model(model, full_check=True)

expected = [[0.0, 2.0**100]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
