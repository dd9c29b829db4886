"""TRACT-50: the maximum of elements that are all -infinity is the lowest finite number (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,1,3] x) => (float[1,1] y, float[1,1,2] z) {
  y = ReduceMax <axes = [2], keepdims = 0> (x)
  z = MaxPool <kernel_shape = [2]> (x)
}"""
FEEDS = [np.full((1, 1, 3), -np.inf, np.float32)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[float("-inf")], [float("-inf")] * 2]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().ravel().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
