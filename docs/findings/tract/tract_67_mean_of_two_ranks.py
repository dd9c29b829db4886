"""TRACT-67: Mean of operands of different ranks is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2] a, float[1,2] b) => (float[1,2] y) {
  y = Mean (a, b)
}"""
FEEDS = [np.float32([1, 2]), np.float32([[3, 4]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[2.0, 3.0]]]
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
