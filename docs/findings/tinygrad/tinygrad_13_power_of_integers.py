"""TINY-13: Pow of integers is that of floats."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int64[1] x, int64[1] n) => (int64[1] y) { y = Pow (x, n) }"""
FEEDS = [{"x": np.int64([9]), "n": np.int64([7])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[4782969]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
