"""TRACT-70: Squeeze up to version 11 is refused without axes (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 11]>
m (float[1,1] x) => (float y) {
  y = Squeeze (x)
}"""
FEEDS = [np.float32([[5]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [5.0]
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
