"""TRACT-71: ConstantOfShape without a value is DOUBLE (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x) => (float[2] y) {
  s = Constant <value = int64[1] {2}> ()
  y = ConstantOfShape (s)
}"""
FEEDS = [np.float32(0)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = ["float32"]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        runnable = tract.onnx().load(file.name).into_model().into_runnable()
        got = [output.to_numpy().dtype.name for output in runnable.run([np.asarray(feed) for feed in FEEDS])]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
