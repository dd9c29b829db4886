"""OV-138: Resize ignores keep_aspect_ratio_policy (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 18]>
graph (float[2,4] x) => (float[a,b] y) {
  sizes = Constant <value_ints = [4, 4]> ()
  y = Resize <keep_aspect_ratio_policy = "not_larger", mode = "nearest"> (x, "", "", sizes)
}""")

expected = [2, 4]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = list(compiled([np.zeros((2, 4), np.float32)])[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
