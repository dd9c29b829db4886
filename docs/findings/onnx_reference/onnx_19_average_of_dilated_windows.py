"""ONNX-19: AveragePool with auto_pad and dilations takes other elements (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 19]>
g (float[1,1,4] x) => (float[1,1,n] y) {
  y = AveragePool <kernel_shape = [2], dilations = [2], auto_pad = "SAME_UPPER"> (x)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)
# A window covers 3 positions, of which it takes the outer two. The first and the last position are pads.
expected = [2.0, 2.0, 5.0, 3.0]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([[[1, 2, 3, 8]]])})[0].ravel().tolist()
print("got     ", got)
raise SystemExit(got != expected)
