"""TINY-6: an output without a name is the value of inputs that are left out."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2] x, float[2] s, float[2] b, float high) => (float[2] y, float[1] d, float[2] z) {
  y, , d = LayerNormalization <epsilon = 0.0> (x, s, b)
  z = Clip (x, , high)
}"""
FEEDS = [{"x": np.float32([1, 3]), "s": np.float32([1, 1]), "b": np.float32([0, 0]), "high": np.float32(9)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[-1.0, 1.0], [1.0], [1.0, 3.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
