"""TRACT-81: a Pad that removes elements is added to the pads of a Conv (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
m (float[1,1,3] x) => (float[1,1,3] y) {
  w = Constant <value = float[1,1,2] {1, 10}> ()
  pads = Constant <value_ints = [0, 0, -1, 0, 0, 0]> ()
  z = Pad (x, pads)
  y = Conv <pads = [1, 1]> (z, w)
}"""
FEEDS = [np.float32([[[1, 2, 4]]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[[20.0, 42.0, 4.0]]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
