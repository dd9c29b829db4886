"""TINY-27: Slice backward from before the first element selects nothing."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x, int64[1] begin, int64[1] end, int64[1] axis, int64[1] step) => (float[n] y) { y = Slice (x, begin, end, axis, step) }"""
FEEDS = [{"x": np.float32([1, 2, 3]), "begin": np.int64([-4]), "end": np.int64([-9]), "axis": np.int64([0]), "step": np.int64([-1])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[1.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
