"""TINY-3: a second call takes shapes and positions of the first one."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[4] x, int64[1] begin, int64[1] end) => (float[n] y) { y = Slice (x, begin, end) }"""
FEEDS = [{"x": np.float32([1, 2, 3, 4]), "begin": np.int64([start]), "end": np.int64([4])} for start in (1, 3)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[2.0, 3.0, 4.0]], [[4.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
