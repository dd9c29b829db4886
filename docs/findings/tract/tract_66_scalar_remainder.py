"""TRACT-66: Mod exchanges its operands if the first one stretches (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int32 a, int32[2] b) => (int32[2] y) {
  y = Mod (a, b)
}"""
FEEDS = [np.int32(-5), np.int32([2, 11])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[1, 6]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        runnable = tract.onnx().load(file.name).into_model().into_runnable()
        got = [output.to_numpy().tolist() for output in runnable.run([np.asarray(feed) for feed in FEEDS])]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
