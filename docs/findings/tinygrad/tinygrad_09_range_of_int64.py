"""TINY-9: Range of INT64 is INT32 and wraps."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int64 start, int64 limit, int64 step) => (int64[k] y) {
  r = Range (start, limit, step)
  y = Mul (r, r)
}"""
FEEDS = [{"start": np.int64(0), "limit": np.int64(60000), "step": np.int64(50000)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[0, 2500000000]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
