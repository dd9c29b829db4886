"""OV-137: NonZero of a scalar has a row (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float x) => (int64[a,b] y) { y = NonZero (x) }""")

expected = [0, 1]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = list(compiled([np.float32(3)])[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
