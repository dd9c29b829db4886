"""MNN-17: Slice with a negative step reads memory outside of a tensor of rank 4."""

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
m (float[2,1,1,2] x) => (float[2,1,1,2] y) {
  back = Constant <value = int64[1] {-1}> ()
  end = Constant <value = int64[1] {-9}> ()
  axis = Constant <value = int64[1] {0}> ()
  y = Slice (x, back, end, axis, back)
}"""
FEEDS = [[np.float32([[[[1, 2]]], [[[3, 4]]]])]]
TYPES = {"f": MNN.expr.float, "i": MNN.expr.int}  # MNN takes INT64 and BOOL as 32 bits
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)


def run(feeds):
    given = [MNN.expr.const(feed, list(feed.shape), MNN.expr.NCHW, TYPES[feed.dtype.kind]) for feed in map(np.array, feeds)]
    return [np.array(value.read()).tolist() if value.size else [] for value in module.forward(given)]


expected = [[[[[[3.0, 4.0]]], [[[1.0, 2.0]]]]]]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    source, made = folder + "/model.onnx", folder + "/model.mnn"
    onnx.save(model, source)
    _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", source, "--MNNModel", made, "--bizCode", "mnn"])
    module = MNN.nn.load_module_from_file(made, [value.name for value in model.graph.input], [value.name for value in model.graph.output])
got = [run(feeds) for feeds in FEEDS]
print("got     ", got if got == expected else "other values", flush=True)
os._exit(got != expected)  # MNN may have written outside of its memory
