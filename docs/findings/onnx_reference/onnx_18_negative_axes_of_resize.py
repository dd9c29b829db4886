"""ONNX-18: Resize refuses a negative axis (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 18]>
g (float[1,4] x, int64[1] sizes) => (float[a,b] y) { y = Resize <axes = [-1]> (x, "", "", sizes) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# Half of the elements, at 1/2 and 5/2, which are rounded down.
expected = [1.0, 3.0]
print("expected", expected, flush=True)
try:
    got = ReferenceEvaluator(model).run(None, {"x": np.float32([[1, 2, 3, 4]]), "sizes": np.int64([2])})[0].ravel().tolist()
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
