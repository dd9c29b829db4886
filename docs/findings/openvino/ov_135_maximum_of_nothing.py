"""OV-135: the maximum of no elements is the lowest finite number (CPU)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 18]>
graph (float[0,2] x) => (float[2] y, float[2] z) {
  axes = Constant <value_ints = [0]> ()
  y = ReduceMax <keepdims = 0> (x, axes)
  z = ReduceMin <keepdims = 0> (x, axes)
}""")

expected = [[-np.inf, -np.inf], [np.inf, np.inf]]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = [value.tolist() for value in compiled([np.zeros((0, 2), np.float32)]).values()]
print("got     ", got)
raise SystemExit(got != expected)
