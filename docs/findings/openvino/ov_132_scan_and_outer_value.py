"""OV-132: a Scan whose body uses a value of the graph around it is refused (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float start, float w, float[3] x) => (float last, float[3] y) {
  last, y = Scan <num_scan_inputs = 1, body = step (float before, float part) => (float after, float product) {
    after = Add (before, part)
    product = Mul (after, w)
  }> (start, x)
}""")

expected = [10.0, 30.0, 60.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = compiled([np.float32(0), np.float32(10), np.array([1, 2, 3], np.float32)])[1].tolist()
print("got     ", got)
raise SystemExit(got != expected)
