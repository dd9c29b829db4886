"""OV-140: ConvTranspose with auto_pad and a kernel shorter than the stride is too short (reader)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float[1,1,2] x) => (float[1,1,n] y) <float[1,1,1] w = {1}> {
  y = ConvTranspose <auto_pad = "SAME_UPPER", strides = [3]> (x, w)
}""")

expected = [1, 1, 6]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = list(compiled([np.array([[[1, 2]]], np.float32)])[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
