"""MNN-28: a product without inner elements plus a list is 0, not the list."""

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

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,0] a) => (float[2,2] y) <float[0,2] b = {}, float[2] k = {10, 20}> {
  product = MatMul (a, b)
  y = Add (product, k)
}"""
FEEDS = [np.zeros([2, 0], np.float32)]
TYPES = {"f": MNN.expr.float, "i": MNN.expr.int}  # MNN takes INT64 and BOOL as 32 bits
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [MNN.expr.const(feed, list(feed.shape), MNN.expr.NCHW, TYPES[feed.dtype.kind]) for feed in map(np.array, feeds)]
    return [np.array(value.read()).astype(float).flatten().round(3).tolist() for value in module.forward(given)]


expected = [[10.0, 20.0, 10.0, 20.0]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    source, made = folder + "/model.onnx", folder + "/model.mnn"
    onnx.save(model, source)
    _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", source, "--MNNModel", made, "--bizCode", "mnn"])
    module = MNN.nn.load_module_from_file(made, [value.name for value in model.graph.input], [value.name for value in model.graph.output])
got = run(FEEDS)
print("got     ", got)
raise SystemExit(got != expected)
