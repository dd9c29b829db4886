"""TINY-8: a function runs as the operator of the same name."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
m (float x, float y) => (float z) { z = com.microsoft.Sub (x, y) }
<domain: "com.microsoft", opset_import: ["" : 17]>
Sub (a, b) => (c) { c = Sub (b, a) }"""
FEEDS = [{"x": np.float32(5), "y": np.float32(3)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[-2.0]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
