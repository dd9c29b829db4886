"""TRACT-4: a Scan whose body multiplies matrices does not get ready (tract)."""

import signal
import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3,1,2] x) => (float[3,1,2] y) <float[2,2] w = {1, 2, 3, 4}> {
  y = Scan <num_scan_inputs = 1, body = step (float[1,2] e) => (float[1,2] p) { p = MatMul (e, w) }> (x)
}"""
FEEDS = [np.float32([[[1, 0]], [[0, 1]], [[1, 1]]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[[1.0, 2.0]], [[3.0, 4.0]], [[4.0, 6.0]]]]
print("expected", expected, flush=True)
signal.alarm(30)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
