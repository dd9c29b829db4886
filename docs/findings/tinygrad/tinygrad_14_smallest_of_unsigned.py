"""TINY-14: ArgMin of unsigned integers takes 0 for the largest."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (uint8[3] x) => (int64[1] y) { y = ArgMin (x) }"""
FEEDS = [{"x": np.uint8([1, 0, 2])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[1]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
