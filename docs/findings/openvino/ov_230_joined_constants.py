"""OV-230: two products with constants become one, which makes 0 NaN (CPU plugin)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
scaled (float[2] x) => (float[2] y) {
  c = Constant <value = float {1.2676506002282294e30}> ()
  m = Mul (x, c)
  y = Mul (m, c)
}"""

# c is 2^100, so each product is exact.
inputs = {"x": np.float32([0, 2.0**-100])}
expected = [0.0, 2.0**100]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
