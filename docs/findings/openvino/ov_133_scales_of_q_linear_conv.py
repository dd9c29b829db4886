"""OV-133: QLinearConv takes the scales of weights along the input channels (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (uint8[1,2,1,1] x) => (uint8[1,2,1,1] y) <float one = {1}, uint8 zero = {0}, uint8[2,2,1,1] w = {1, 2, 3, 4}, float[2] scales = {1, 10},
    uint8[2] zeros = {0, 0}> {
  y = QLinearConv (x, one, zero, w, scales, zeros, one, zero)
}""")

expected = [1 * 1 + 2 * 2, 10 * (3 * 1 + 4 * 2)]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = compiled([np.array([1, 2], np.uint8).reshape(1, 2, 1, 1)])[0].reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
