"""OV-134: Split-18 into parts of unequal sizes along a negative axis is refused (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 18]>
graph (float[2,5] x) => (float[2,3] y, float[2,2] z) { y, z = Split <num_outputs = 2, axis = -1> (x) }""")

expected = [[2, 3], [2, 2]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = [list(part.shape) for part in compiled([np.zeros((2, 5), np.float32)]).values()]
print("got     ", got)
raise SystemExit(got != expected)
