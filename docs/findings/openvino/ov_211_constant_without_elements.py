"""OV-211: a constant of shape [0] in an ONNX model is a scalar (reader)."""

import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
nothing () => (float[n] y, int64 count) {
  none = Constant <value = float[0] {}> ()
  y = Identity (none)
  count = Size (none)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [[0], 0]  # the shape of y, and count
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
y, count = compiled({}).values()
got = [list(y.shape), int(count)]
print("got     ", got)
raise SystemExit(got != expected)
