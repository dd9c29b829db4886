"""TINY-19: Attention: is_causal hides new keys behind past ones."""

import os

import numpy as np
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 24]>
m (float[1,1,1,1] q, float[1,1,1,1] k, float[1,1,1,1] v, float[1,1,1,1] pk, float[1,1,1,1] pv) => (float[1,1,1,1] y, float[1,1,2,1] nk, float[1,1,2,1] nv) {
  y, nk, nv = Attention <is_causal = 1> (q, k, v, , pk, pv)
}"""
FEEDS = [{**{name: np.zeros((1, 1, 1, 1), np.float32) for name in ("q", "k", "pk")}, "v": np.float32([[[[2]]]]), "pv": np.float32([[[[4]]]])}]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[[[[3.0]]]], [[[[0.0], [0.0]]]], [[[[4.0], [2.0]]]]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
