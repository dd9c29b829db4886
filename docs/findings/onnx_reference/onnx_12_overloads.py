"""ONNX-12: all overloads of a function are one of them (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 10, opset_import: ["" : 17, "local" : 1]>
g (float x) => (float y, float z) {
  y = local.f:negative (x)
  z = local.f:double (x)
}
<domain: "local", overload: "negative", opset_import: ["" : 17]>
f (v) => (w) { w = Neg (v) }
<domain: "local", overload: "double", opset_import: ["" : 17]>
f (v) => (w) { w = Add (v, v) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
expected = [-3.0, 6.0]
print("expected", expected, flush=True)
got = [y.tolist() for y in ReferenceEvaluator(model).run(None, {"x": np.array(3, np.float32)})]
print("got     ", got)
raise SystemExit(got != expected)
