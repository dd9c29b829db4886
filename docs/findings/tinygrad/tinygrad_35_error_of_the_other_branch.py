"""TINY-35: If: an error of the branch that is not chosen is one of the model."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (bool c, float[k] x) => (float[n] y) {
  y = If (c) <
    then_branch = t () => (float[3] a) {
      size = Constant <value_ints = [3]> ()
      a = Reshape (x, size)
    },
    else_branch = e () => (float[p] b) { b = Neg (x) }
  >
}"""
FEEDS = [{"c": np.array(False), "x": np.float32([1, 2])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[-1.0, -2.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
