"""TINY-1: numbers of a FLOAT16 constant are its bits."""

import os

import numpy as np
import onnx
from onnx import checker, parser

os.environ.update(DEV="CPU", CACHELEVEL="0")  # it keeps no programs on the disk
from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float16[2] x) => (float16[2] y) <float16[2] c = {0, 0}> { y = Add (x, c) }"""
FEEDS = [{"x": np.float16([0, 0])}]
model = parser.parse_model(MODEL)
model.graph.initializer[0].CopyFrom(onnx.helper.make_tensor("c", onnx.TensorProto.FLOAT16, [2], [1.5, 2.5]))
checker.check_model(model, full_check=True)
expected = [[[1.5, 2.5]]]
print("expected", expected)
runner = OnnxRunner(Tensor(model.SerializeToString()))
got = [[value.tolist() for value in runner({name: np.array(array) for name, array in feeds.items()}).values()] for feeds in FEEDS]
print("got     ", got)
raise SystemExit(got != expected)
