"""ONNX-73: LpPool with ceil_mode multiplies the norm of a last window that is cut off (onnx.reference)."""

import numpy as np
import onnx.parser
from onnx import checker
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
norms (float[1,1,4] x) => (float[1,1,2] y) { y = LpPool <kernel_shape = [2], strides = [3], p = 1, ceil_mode = 1> (x) }"""

model = onnx.parser.parse_model(MODEL)
checker.check_model(model, full_check=True)
expected = [[[3.0, 4.0]]]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([[[1, 2, 3, 4]]])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
