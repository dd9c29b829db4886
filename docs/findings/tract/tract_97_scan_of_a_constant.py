"""TRACT-97: a Scan along another axis of a constant does not get ready (tract)."""

import signal
import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m () => (float[2,2] y) <float[2,2] x = {1, 2, 3, 4}, float w = {2}> {
  y = Scan <num_scan_inputs = 1, scan_input_axes = [1], body = step (float[2] e) => (float[2] p) { p = Mul (e, w) }> (x)
}"""
FEEDS = []
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[2.0, 6.0], [4.0, 8.0]]]
print("expected", expected, flush=True)
signal.alarm(30)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
