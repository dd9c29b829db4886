"""OV-161: Pow rounds an exponent of another type to the type of the base first (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float[2] x, int64[2] n) => (float[2] y) { y = Pow (x, n) }""")

expected = [-1.0, 1.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
inputs = [np.array([-1, -1], np.float32), np.array([16777217, 16777216], np.int64)]
got = compiled(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
