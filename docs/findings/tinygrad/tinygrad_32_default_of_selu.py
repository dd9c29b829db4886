"""TINY-32: Selu has a rounded default of alpha."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1] x) => (float[1] y) { y = Selu <gamma = 1.0> (x) }"""
FEEDS = [{"x": np.float32([-200])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[-1.6732631921768188]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
