"""OV-190: Cast to INT4 rounds halves away from 0 (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 10, opset_import: ["" : 21]>
graph (float[3] x) => (float[3] y) {
  short = Cast <to = 22> (x)
  y = Cast <to = 1> (short)
}""")

expected = [1.0, 2.0, 6.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.array([0.75, 2.5, 6.5], np.float32)])[0].reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
