"""TRACT-69: Flatten of nothing along its last axis is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,3,0] x) => (float[6,0] y) {
  y = Flatten <axis = 2> (x)
}"""
FEEDS = [np.zeros((2, 3, 0), np.float32)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[]] * 6]
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
