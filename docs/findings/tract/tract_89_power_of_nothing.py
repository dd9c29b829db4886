"""TRACT-89: Pow of a constant without elements ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1] x) => (float[0] y) {
  none = Constant <value = float[0] {}> ()
  y = Pow (x, none)
}"""
FEEDS = [np.float32([2])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
