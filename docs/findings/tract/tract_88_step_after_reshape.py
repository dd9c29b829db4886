"""TRACT-88: a Slice with a step after a Reshape is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,2] x) => (float[n] y) {
  shape = Constant <value_ints = [4]> ()
  begin = Constant <value_ints = [0]> ()
  end = Constant <value_ints = [4]> ()
  axis = Constant <value_ints = [0]> ()
  step = Constant <value_ints = [2]> ()
  r = Reshape (x, shape)
  y = Slice (r, begin, end, axis, step)
}"""
FEEDS = [np.float32([[1, 2], [3, 4]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1.0, 3.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
