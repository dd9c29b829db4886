"""ONNX-14: LayerNormalization of float16 computes in float16 (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float16[2] x, float16[2] scale) => (float16[2] y, float[1] mean) {
  y, mean = LayerNormalization <epsilon = 0.0> (x, scale)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# The deviation from 0 is 512, whose square is beyond float16, and within float32.
expected = [[-2.0, 3.0], "float32"]
print("expected", expected, flush=True)
y, mean = ReferenceEvaluator(model).run(None, {"x": np.float16([-512, 512]), "scale": np.float16([2, 3])})
got = [y.tolist(), mean.dtype.name]
print("got     ", got)
raise SystemExit(got != expected)
