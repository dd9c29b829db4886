"""MNN-25: LSTM: `input_forget` is ignored."""

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
m (float[2,1,1] x, float[1,4,1] w, float[1,4,1] r) => (float[2,1,1,1] y) {
  y = LSTM <hidden_size = 1, input_forget = 1> (x, w, r)
}"""
FEEDS = [np.ones((2, 1, 1), np.float32), np.ones((1, 4, 1), np.float32), np.zeros((1, 4, 1), np.float32)]
TYPES = {"f": MNN.expr.float, "i": MNN.expr.int}  # MNN takes INT64 and BOOL as 32 bits
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [MNN.expr.const(feed, list(feed.shape), MNN.expr.NCHW, TYPES[feed.dtype.kind]) for feed in map(np.array, feeds)]
    return [np.array(value.read()).astype(float).flatten().round(3).tolist() for value in module.forward(given)]


# Each gate is 0.731, the sigmoid of 1. c = 0.731 tanh(1) = 0.557, and then 0.557 + (1 - 0.731) 0.557 = 0.706.
expected = [[0.37, 0.445]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    source, made = folder + "/model.onnx", folder + "/model.mnn"
    onnx.save(model, source)
    _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", source, "--MNNModel", made, "--bizCode", "mnn"])
    module = MNN.nn.load_module_from_file(made, [value.name for value in model.graph.input], [value.name for value in model.graph.output])
got = run(FEEDS)
print("got     ", got)
raise SystemExit(got != expected)
