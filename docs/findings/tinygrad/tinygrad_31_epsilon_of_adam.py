"""TINY-31: Adam adds epsilon after it corrects the bias."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17, "ai.onnx.preview.training" : 1]>
m (float r, int64 t, float[1] x, float[1] g, float[1] v, float[1] h) => (float[1] y, float[1] a, float[1] b) {
  y, a, b = ai.onnx.preview.training.Adam <alpha = 0.75, beta = 0.75, epsilon = 1.0> (r, t, x, g, v, h)
}"""
FEEDS = [{"r": np.float32(1), "t": np.int64(1), "x": np.float32([0]), "g": np.float32([2]), "v": np.float32([0]), "h": np.float32([0])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[-0.5], [0.5], [1.0]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
