"""OV-217: LpNormalization adds 1.2e-7 to the sum of squares (reader)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float[1,2] x) => (float[1,2] y) { y = LpNormalization (x) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [0.6, 0.8]  # of 0.0003 and 0.0004: the norm is 0.0005
print("expected", expected, flush=True)
core = ov.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled({"x": np.float32([[0.0003, 0.0004]])})[0].flatten().astype(float).round(3).tolist()
print("got     ", got)
raise SystemExit(got != expected)
