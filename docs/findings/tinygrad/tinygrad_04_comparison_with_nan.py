"""TINY-4: LessOrEqual and GreaterOrEqual are true for NaN."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x, float y) => (bool a, bool b) {
  a = LessOrEqual (x, y)
  b = GreaterOrEqual (x, y)
}"""
FEEDS = [{"x": np.float32(np.nan), "y": np.float32(1)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[False, False]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
