"""TINY-30: ConvInteger with a zero point for each channel."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (uint8[1,1,3] x, uint8[2,1,1] w, uint8 zero, uint8[2] zeros) => (int32[1,2,3] y) { y = ConvInteger (x, w, zero, zeros) }"""
FEEDS = [{"x": np.uint8([[[1, 2, 3]]]), "w": np.uint8([[[3]], [[5]]]), "zero": np.uint8(0), "zeros": np.uint8([1, 2])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[[[2, 4, 6], [3, 6, 9]]]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
