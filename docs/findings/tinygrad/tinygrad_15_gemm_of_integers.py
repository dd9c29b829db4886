"""TINY-15: Gemm of integers gives FLOAT."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int32[1,1] x) => (int32[1,1] y) { y = Gemm (x, x) }"""
FEEDS = [{"x": np.int32([[5001]])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [["int32 [[25010001]]"]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[f"{value.numpy().dtype} {value.tolist()}" for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
