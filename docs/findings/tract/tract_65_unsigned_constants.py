"""TRACT-65: A constant of UINT32 whose elements are in `uint64_data` is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (uint32[2] x) => (uint32[4] y) {
  c = Constant <value = uint32[2] {7, 8}> ()
  y = Concat <axis = 0> (c, x)
}"""
FEEDS = [np.uint32([1, 2])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[7, 8, 1, 2]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        loaded = tract.onnx().load(file.name)
        got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
