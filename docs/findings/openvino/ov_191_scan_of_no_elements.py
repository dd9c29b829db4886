"""OV-191: a Scan whose inputs have no elements is refused."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float start, float[n] x) => (float last) {
  last = Scan <num_scan_inputs = 1, body = step (float before, float part) => (float after) { after = Add (before, part) }> (start, x)
}""")

expected = [8.0, 5.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = []
for x in ([1, 2], []):
    try:
        got.append(compiled([np.float32(5), np.array(x, np.float32)])[0].item())
    except RuntimeError:
        got.append("an error")
print("got     ", got)
raise SystemExit(got != expected)
