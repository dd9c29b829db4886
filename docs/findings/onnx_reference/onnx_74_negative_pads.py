"""ONNX-74: Pad that removes elements is refused (onnx.reference)."""

import numpy as np
import onnx.parser
from onnx import checker
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
cut (float[3] x) => (float[2] y) {
  pads = Constant <value = int64[2] {-1, 0}> ()
  y = Pad (x, pads)
}"""

model = onnx.parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [2.0, 3.0]
print("expected", expected, flush=True)
try:
    got = ReferenceEvaluator(model).run(None, {"x": np.float32([1, 2, 3])})[0].tolist()
except ValueError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
