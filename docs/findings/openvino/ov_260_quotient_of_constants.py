"""OV-260: quotients of integer constants are rounded in other ways (CPU plugin)."""

import io

import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m () => (int32[2] y) <int32[2] a = {-7, 7}, int32[2] b = {2, -2}> { y = Div (a, b) }"""

inputs = {}
expected = [-3, -3]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
