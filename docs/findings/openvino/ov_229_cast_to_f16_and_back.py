"""OV-229: f16 is computed in f32, so Cast to FLOAT16 and back changes nothing (CPU plugin)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
narrowed (float[2] x) => (float[2] y) { m = Cast <to = 10> (x) y = Cast <to = 1> (m) }"""

inputs = {"x": np.float32([100000, 2049])}
expected = [float("inf"), 2048.0]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
