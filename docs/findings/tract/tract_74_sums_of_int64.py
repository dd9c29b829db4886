"""TRACT-74: ReduceSum and ReduceL1 of INT64 keep 32 bits (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int64[2] x) => (int64[1] y, int64[1] z) {
  y = ReduceSum (x)
  z = ReduceL1 (x)
}"""
FEEDS = [np.int64([2**33, 5])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[2**33 + 5], [2**33 + 5]]
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
