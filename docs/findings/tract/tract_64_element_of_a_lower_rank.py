"""TRACT-64: A Scan whose body repeats its element along another axis is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3,2] x) => (float s, float[3,2,2] ys) {
  begin = Constant <value = float {0}> ()
  s, ys = Scan <num_scan_inputs = 1, body = step (float a, float[2] row) => (float b, float[2,2] y) {
    one = Constant <value = float {1}> ()
    b = Add (a, one)
    matrix = Constant <value = float[2,2] {10, 20, 30, 40}> ()
    y = Add (matrix, row)
  }> (begin, x)
}"""
FEEDS = [np.float32([[1, 2], [3, 4], [5, 6]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [3.0, [[[11.0, 22.0], [31.0, 42.0]], [[13.0, 24.0], [33.0, 44.0]], [[15.0, 26.0], [35.0, 46.0]]]]
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
