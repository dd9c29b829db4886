"""OV-148: Constant-12 is refused with any attribute except value (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 12]>
graph (int64[2] x) => (int64[2] y) {
  five = Constant <value_int = 5> ()
  y = Add (x, five)
}""")

expected = [8, 1]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = compiled([np.array([3, -4])])[0].reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
