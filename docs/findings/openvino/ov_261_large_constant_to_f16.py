"""OV-261: an integer constant above 65504 is not infinity in FLOAT16 (CPU plugin)."""

import io

import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m () => (float16[2] y) <int32[2] x = {70000, -70000}> { y = Cast <to = 10> (x) }"""

inputs = {}
expected = [float("inf"), -float("inf")]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
