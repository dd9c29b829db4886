"""OV-139: Cast to FLOAT8E4M3FN does not saturate (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 9, opset_import: ["" : 19]>
graph (float[3] x) => (float[3] y) {
  short = Cast <to = 17> (x)
  y = Cast <to = 1> (short)
}""")

expected = [448.0, -448.0, 448.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = compiled([np.array([1000, -1000, np.inf], np.float32)])[0].reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
