"""TINY-17: Split into a number of parts makes other parts."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m (float[7] x) => (float[a] p, float[b] q, float[c] r) { p, q, r = Split <num_outputs = 3> (x) }"""
FEEDS = [{"x": np.float32([1, 2, 3, 4, 5, 6, 7])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
