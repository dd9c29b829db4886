"""TINY-21: Attention that hides every key is NaN."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 24]>
m (float[1,1,1,1] q, float[1,1,2,1] k, float[1,1,2,1] v, bool[1,2] mask) => (float[1,1,1,1] y) { y = Attention (q, k, v, mask) }"""
FEEDS = [{"q": np.zeros((1, 1, 1, 1), np.float32), "k": np.zeros((1, 1, 2, 1), np.float32), "v": np.float32([[[[1], [2]]]]), "mask": np.array([[False, False]])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[[[[0.0]]]]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
