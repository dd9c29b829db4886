"""ONNX-20: the zero points of rows of MatMulInteger are subtracted from columns (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (uint8[2,2] a, uint8[2,1] b, uint8[2] zero) => (int32[2,1] y) { y = MatMulInteger (a, b, zero) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# (1 - 1) + (2 - 1), and 3 + 4.
expected = [1, 7]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"a": np.uint8([[1, 2], [3, 4]]), "b": np.uint8([[1], [1]]), "zero": np.uint8([1, 0])})[0].ravel().tolist()
print("got     ", got)
raise SystemExit(got != expected)
