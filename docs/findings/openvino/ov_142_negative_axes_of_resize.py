"""OV-142: negative axes of Resize are refused (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 18]>
graph (float[2,4] x) => (float[2,2] y) {
  scales = Constant <value_floats = [0.5]> ()
  y = Resize <axes = [-1], mode = "nearest"> (x, "", scales)
}""")

expected = [2, 2]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = list(compiled([np.zeros((2, 4), np.float32)])[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
