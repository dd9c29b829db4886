"""TRACT-3: a scan output that the body also reads has an axis too many there (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3,2] x) => (float[3,2] y, float[3] sums) {
  y, sums = Scan <num_scan_inputs = 1, body = step (float[2] e) => (float[2] e, float sum) {
    axis = Constant <value_int = 0> ()
    so_far = CumSum (e, axis)
    sum = ReduceSum <keepdims = 0> (so_far)
  }> (x)
}"""
FEEDS = [np.float32([[1, 2], [3, 4], [5, 6]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# CumSum of [1, 2] is [1, 3].
expected = [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [4.0, 10.0, 16.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
