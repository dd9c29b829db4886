"""ONNX-16: BatchNormalization-9 uses statistics of the batch (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 9]>
g (float[2,1] x, float[1] one, float[1] zero, float[1] four) => (float[2,1] y) {
  y = BatchNormalization <epsilon = 0.0> (x, one, zero, one, four)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# (x - 1) / sqrt(4): one output is the test mode.
expected = [1.0, 2.0]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([[3], [5]]), "one": np.float32([1]), "zero": np.float32([0]), "four": np.float32([4])})[0].ravel().tolist()
print("got     ", got)
raise SystemExit(got != expected)
