"""TINY-12: QuantizeLinear to UINT8 does not round halves to even."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x, float s, uint8 zero) => (uint8[3] y) { y = QuantizeLinear (x, s, zero) }"""
FEEDS = [{"x": np.float32([0.5, 1.5, 2.5]), "s": np.float32(1), "zero": np.uint8(0)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[0, 2, 2]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
