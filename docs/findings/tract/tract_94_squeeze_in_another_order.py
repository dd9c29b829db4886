"""TRACT-94: Squeeze of axes in another order ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,1,1] x) => (float[2] y) {
  axes = Constant <value_ints = [-1, 1]> ()
  y = Squeeze (x, axes)
}"""
FEEDS = [np.float32([[[7]], [[8]]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[7.0, 8.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
