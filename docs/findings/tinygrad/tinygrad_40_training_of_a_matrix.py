"""TINY-40: BatchNormalization: training needs four axes."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,1] x, float[1] one, float[1] zero) => (float[2,1] y, float[1] mean, float[1] variance) {
  y, mean, variance = BatchNormalization <training_mode = 1, epsilon = 0.0, momentum = 0.0> (x, one, zero, zero, one)
}"""
FEEDS = [{"x": np.float32([[1], [3]]), "one": np.float32([1]), "zero": np.float32([0])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[[-1.0], [1.0]], [2.0], [1.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
