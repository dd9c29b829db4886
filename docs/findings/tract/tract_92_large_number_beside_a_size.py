"""TRACT-92: a constant beside a size keeps 32 bits (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x) => (float[1] y) {
  sizes = Shape (x)
  many = Constant <value_ints = [4294967297]> ()
  product = Mul (sizes, many)
  y = Cast <to = 1> (product)
}"""
FEEDS = [np.float32([7, 8, 9])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

# 3 (2^32 + 1), rounded to 24 bits
expected = [[12884901888.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
