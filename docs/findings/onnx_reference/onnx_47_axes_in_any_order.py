"""ONNX-47: Unsqueeze-11 takes its axes in ascending order only."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 11]>
graph (float[2,3] x) => (float[a,b,c,d] y) { y = Unsqueeze <axes = [3, 1]> (x) }""")
checker.check_model(model, full_check=True)

expected = (2, 1, 3, 1)
print("expected", expected)
try:
    got = ReferenceEvaluator(model).run(None, {"x": np.zeros((2, 3), np.float32)})[0].shape
except Exception as error:
    got = error
print("got     ", got)
raise SystemExit(got != expected)
