"""MNN-23: RNN and LSTM: `layout` is ignored."""

import os
import sys
import tempfile

import numpy as np
import onnx
from onnx import checker, parser

sys.stdout = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # MNN writes on standard output too
import _tools  # noqa: E402  (MNN's converter)
import MNN  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 14]>
m (float[2,3,1] x) => (float[2,3,1,1] y) {
  w = Constant <value = float[1,1,1] {1}> ()
  r = Constant <value = float[1,1,1] {10}> ()
  y = RNN <hidden_size = 1, layout = 1> (x, w, r)
}"""
FEEDS = [np.zeros((2, 3, 1), np.float32)]
TYPES = {"f": MNN.expr.float, "i": MNN.expr.int}  # MNN takes INT64 and BOOL as 32 bits
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [MNN.expr.const(feed, list(feed.shape), MNN.expr.NCHW, TYPES[feed.dtype.kind]) for feed in map(np.array, feeds)]
    return [list(value.shape) for value in module.forward(given)]


expected = [[2, 3, 1, 1]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    source, made = folder + "/model.onnx", folder + "/model.mnn"
    onnx.save(model, source)
    _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", source, "--MNNModel", made, "--bizCode", "mnn"])
    module = MNN.nn.load_module_from_file(made, [value.name for value in model.graph.input], [value.name for value in model.graph.output])
got = run(FEEDS)
print("got     ", got)
raise SystemExit(got != expected)
