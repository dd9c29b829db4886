"""OV-162: A negative axis of DFT-17 is another axis (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float[1,2,1] x) => (float[1,2,2] y) { y = DFT <axis = -2> (x) }""")

expected = [[-1, 0], [7, 0]]  # -2 of 3 axes is axis 1
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = np.rint(compiled([np.array([[[3], [-4]]], np.float32)])[0])[0].astype(int).tolist()
print("got     ", got)
raise SystemExit(got != expected)
