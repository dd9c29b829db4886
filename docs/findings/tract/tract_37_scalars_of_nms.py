"""TRACT-37: NonMaxSuppression with a scalar as threshold is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,2,4] boxes, float[1,1,2] scores, float least) => (int64[n,3] chosen) {
  most = Constant <value_int = 2> ()
  overlap = Constant <value_float = 0.5> ()
  chosen = NonMaxSuppression (boxes, scores, most, overlap, least)
}"""
FEEDS = [np.float32([[[0, 0, 1, 1], [0, 2, 1, 3]]]), np.float32([[[0.75, 0.25]]]), np.array(0.5, np.float32)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[0, 0, 0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
try:
    got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
except tract.TractError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
