"""OV-262: a negative INT8 constant becomes 2147483647 in UINT32 (CPU plugin)."""

import io

import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m () => (uint32[2] y) <int8[2] x = {-1, 5}> { y = Cast <to = 12> (x) }"""

inputs = {}
expected = [4294967295, 5]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
