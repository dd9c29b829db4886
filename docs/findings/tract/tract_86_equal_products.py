"""TRACT-86: two equal products, whose parts are split again, are refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,2] x, float[2,3] w, float[1,2] v, float[1,1] k) => (float[1,1] y) {
  lengths = Constant <value_ints = [2, 1]> ()
  halves = Constant <value_ints = [1, 1]> ()
  m1 = MatMul (x, w)
  a1, b1 = Split <axis = 1> (m1, lengths)
  c1 = Add (a1, k)
  d1, e1 = Split <axis = 1> (c1, halves)
  sum = Add (d1, e1)
  m2 = MatMul (x, w)
  a2, b2 = Split <axis = 1> (m2, lengths)
  f = MatMul (sum, v)
  c2 = Add (a2, f)
  d2, e2 = Split <axis = 1> (c2, halves)
  y = Add (d2, e2)
}"""
FEEDS = [np.float32(value) for value in ([[1, 2]], [[1, 2, 3], [4, 5, 6]], [[1, 2]], [[1]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[90.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
try:
    got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
except Exception as error:
    got = "an error" if "This is a bug" in str(error) else error
print("got     ", got)
raise SystemExit(got != expected)
