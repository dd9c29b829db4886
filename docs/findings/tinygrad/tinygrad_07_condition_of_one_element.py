"""TINY-7: If: a condition with an axis gives scalars an axis."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (bool[1] c, float x) => (float y) {
  y = If (c) <then_branch = t () => (float a) { a = Neg (x) }, else_branch = e () => (float b) { b = Abs (x) }>
}"""
FEEDS = [{"c": np.array([True]), "x": np.float32(3)}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[-3.0]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
