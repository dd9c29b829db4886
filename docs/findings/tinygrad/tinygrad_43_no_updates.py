"""TINY-43: ScatterElements and ScatterND without updates are errors."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2] x, int64[0] i, float[0] u) => (float[2] y) { y = ScatterElements (x, i, u) }"""
FEEDS = [{"x": np.float32([1, 2]), "i": np.zeros(0, np.int64), "u": np.zeros(0, np.float32)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[1.0, 2.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
