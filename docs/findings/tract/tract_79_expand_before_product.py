"""TRACT-79: an Expand or Tile before a product is dropped (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,1] a, float[3,2] b) => (float[2,2] y) {
  shape = Constant <value_ints = [1, 3]> ()
  e = Expand (a, shape)
  y = MatMul (e, b)
}"""
FEEDS = [np.float32([[1], [2]]), np.float32([[1, 2], [3, 4], [5, 6]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[9.0, 12.0], [18.0, 24.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
