"""TINY-41: Slice without axes needs a start for each axis."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,3] x, int64[1] begin, int64[1] end) => (float[n,3] y) { y = Slice (x, begin, end) }"""
FEEDS = [{"x": np.float32([[1, 2, 3], [4, 5, 6]]), "begin": np.int64([1]), "end": np.int64([2])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[[4.0, 5.0, 6.0]]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
