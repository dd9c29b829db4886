"""MNN-19: columns that are normalized, and then scaled one by one, are wrong."""

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

# The columns have the mean 2 and the variance 1. With epsilon 3, their elements are divided by 2.
MODEL = """<ir_version: 8, opset_import: ["" : 13]>
m (float[2,2] x) => (float[2,2] y) {
  mean = ReduceMean <axes = [0]> (x)
  c = Sub (x, mean)
  two = Constant <value = float {2}> ()
  q = Pow (c, two)
  variance = ReduceMean <axes = [0]> (q)
  epsilon = Constant <value = float {3}> ()
  w = Add (variance, epsilon)
  s = Sqrt (w)
  d = Div (c, s)
  gamma = Constant <value = float[2] {2, 4}> ()
  beta = Constant <value = float[2] {1, 0}> ()
  f = Mul (d, gamma)
  y = Add (f, beta)
}"""
FEEDS = [[np.float32([[3, 3], [1, 1]])]]
TYPES = {"f": MNN.expr.float, "i": MNN.expr.int}  # MNN takes INT64 and BOOL as 32 bits
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [MNN.expr.const(feed, list(feed.shape), MNN.expr.NCHW, TYPES[feed.dtype.kind]) for feed in map(np.array, feeds)]
    return [np.array(value.read()).tolist() if value.size else [] for value in module.forward(given)]


expected = [[[[2.0, 2.0], [0.0, -2.0]]]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    source, made = folder + "/model.onnx", folder + "/model.mnn"
    onnx.save(model, source)
    _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", source, "--MNNModel", made, "--bizCode", "mnn"])
    module = MNN.nn.load_module_from_file(made, [value.name for value in model.graph.input], [value.name for value in model.graph.output])
got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
