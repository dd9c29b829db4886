"""ONNX-75: an output without a name is the value of inputs that are left out (onnx.reference)."""

import numpy as np
import onnx.parser
from onnx import checker
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
unnamed (float[2] x, float high) => (float[2] low) {
  values, "", back, counts = Unique (x)
  low = Clip (x, "", high)
}"""

model = onnx.parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [-1.0, -3.0]
print("expected", expected)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([-1, -3]), "high": np.float32(5)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
