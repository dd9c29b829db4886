"""TINY-10: Unsqueeze of two axes counted from the end puts one elsewhere."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x) => (float[3,1,1] y) <int64[2] axes = {-2, -1}> { y = Unsqueeze (x, axes) }"""
FEEDS = [{"x": np.float32([1, 2, 3])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[[[1.0]], [[2.0]], [[3.0]]]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
