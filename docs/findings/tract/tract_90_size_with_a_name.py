"""TRACT-90: a size with a name equals no number (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[n] x) => (float[1] y) {
  sizes = Shape (x)
  three = Constant <value_ints = [3]> ()
  same = Equal (sizes, three)
  y = Cast <to = 1> (same)
}"""
FEEDS = [np.float32([7, 8, 9])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
