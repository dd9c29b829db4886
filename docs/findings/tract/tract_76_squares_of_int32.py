"""TRACT-76: ReduceSumSquare of INT32 is computed in FLOAT (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int32[3] x) => (int32[1] y) {
  y = ReduceSumSquare (x)
}"""
FEEDS = [np.int32([4097, 2, 3])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[4097 * 4097 + 4 + 9]]
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
