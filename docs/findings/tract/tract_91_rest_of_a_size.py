"""TRACT-91: Mod of a difference of sizes keeps the sign of the dividend (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x) => (float[1] y) {
  sizes = Shape (x)
  four = Constant <value_ints = [4]> ()
  difference = Sub (sizes, four)
  three = Constant <value_ints = [3]> ()
  rest = Mod (difference, three)
  y = Cast <to = 1> (rest)
}"""
FEEDS = [np.float32([7, 8, 9])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[2.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
