"""OV-265: QLinearConv of a constant: x minus its zero point wraps around (CPU plugin)."""

import io

import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 10]>
m () => (uint8[1,1,2] y) <uint8[1,1,2] x = {21, 221}, float one = {1.0}, uint8 x_zero = {120}, int8[1,1,1] w = {1},
                           int8 w_zero = {0}, uint8 y_zero = {128}> {
  y = QLinearConv (x, one, x_zero, w, one, w_zero, one, y_zero)
}"""

inputs = {}
expected = [[[29, 229]]]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
