"""ONNX-15: Hardmax-11 compares along one axis only (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 11]>
g (float[1,2,2] x) => (float[1,2,2] y) { y = Hardmax <axis = 1> (x) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# The four elements from axis 1 on are one row.
expected = [0.0, 1.0, 0.0, 0.0]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([[[1, 7], [2, 3]]])})[0].ravel().tolist()
print("got     ", got)
raise SystemExit(got != expected)
