"""ONNX-61: DeformConv of data with one row or one column is an error."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 10, opset_import: ["" : 19]>
row (float[1,1,1,3] x, float[1,1,1,1] w, float[1,2,1,3] offset) => (float[1,1,1,3] y) {
  y = DeformConv (x, w, offset)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [1.0, 2.0, 3.0]
print("expected", expected)
feeds = {
    "x": np.array(expected, np.float32).reshape(1, 1, 1, 3),
    "w": np.ones((1, 1, 1, 1), np.float32),
    "offset": np.zeros((1, 2, 1, 3), np.float32),
}
try:
    got = ReferenceEvaluator(model).run(None, feeds)[0].flatten().tolist()
except Exception as error:
    got = error
print("got     ", got)
raise SystemExit(got != expected)
