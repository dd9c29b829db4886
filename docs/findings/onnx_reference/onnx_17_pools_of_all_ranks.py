"""ONNX-17: GlobalMaxPool with one spatial axis has the greatest element of all channels (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float[1,2,3] x) => (float[1,2,1] y) { y = GlobalMaxPool (x) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# One element for each of the two channels.
expected = [[[3.0], [6.0]]]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([[[1, 3, 2], [6, 5, 4]]])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
