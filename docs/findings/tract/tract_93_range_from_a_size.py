"""TRACT-93: a Range from a size with a name down to 0 ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[n,m] x) => (int64[k] y) {
  sizes = Shape (x)
  first = Constant <value = int64 {0}> ()
  start = Gather (sizes, first)
  limit = Constant <value = int64 {0}> ()
  delta = Constant <value = int64 {-2}> ()
  y = Range (start, limit, delta)
}"""
FEEDS = [np.float32([[7], [8], [9]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[3, 1]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
