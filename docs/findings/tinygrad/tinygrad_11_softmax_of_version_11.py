"""TINY-11: Softmax before version 13 takes one axis instead of all from it on."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 11]>
m (float[1,2,2] x) => (float[1,2,2] y) { y = Softmax <axis = 1> (x) }"""
FEEDS = [{"x": np.zeros((1, 2, 2), np.float32)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[[[0.25, 0.25], [0.25, 0.25]]]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
