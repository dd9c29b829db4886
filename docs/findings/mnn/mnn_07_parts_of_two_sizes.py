"""MNN-7: a Loop stacks elements of two sizes, and reads memory after them."""

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
m (int64 n, int32[4] x) => (int32[k,m] all) {
  c = Constant <value = bool {1}> ()
  last, all = Loop <body = step (int64 i, bool going, int32[p] a) => (bool on, int32[q] b, int32[m] part) {
    on = Identity (going)
    start = Constant <value = int64[1] {1}> ()
    end = Constant <value = int64[1] {9}> ()
    b = Slice (a, start, end)
    part = Identity (b)
  }> (n, c, x)
}"""
FEEDS = [[np.int32(2), np.int32([1, 2, 3, 4])]]
TYPES = {"f": MNN.expr.float, "i": MNN.expr.int}  # MNN takes INT64 and BOOL as 32 bits
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [MNN.expr.const(feed, list(feed.shape), MNN.expr.NCHW, TYPES[feed.dtype.kind]) for feed in map(np.array, feeds)]
    return [np.array(value.read()).tolist() if value.size else [] for value in module.forward(given)]


expected = 'an error'
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    source, made = folder + "/model.onnx", folder + "/model.mnn"
    onnx.save(model, source)
    _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", source, "--MNNModel", made, "--bizCode", "mnn"])
    module = MNN.nn.load_module_from_file(made, [value.name for value in model.graph.input], [value.name for value in model.graph.output])
got = [run(feeds) for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
