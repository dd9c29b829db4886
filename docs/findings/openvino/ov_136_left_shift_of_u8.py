"""OV-136: bits that BitShift moves out of a u8 give 255 (CPU)."""

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (uint8[3] x, uint8[3] count) => (uint8[3] y) { y = BitShift <direction = "LEFT"> (x, count) }""")

expected = [0b00000010, 0b00001100, 0b11110000]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = compiled([np.array([0b10000001, 0b00000011, 0b11111111], np.uint8), np.array([1, 2, 4], np.uint8)])[0].reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
