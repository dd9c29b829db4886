"""ONNX-13: GatherElements with fewer rows of indices than of data is refused (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float[2,2] x, int64[1,2] i) => (float[1,2] y) { y = GatherElements <axis = 1> (x, i) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# y[i][j] = x[i][index[i][j]], for each position of the indices.
expected = [2.0, 1.0]
print("expected", expected, flush=True)
try:
    got = ReferenceEvaluator(model).run(None, {"x": np.float32([[1, 2], [3, 4]]), "i": np.int64([[1, 0]])})[0].ravel().tolist()
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
