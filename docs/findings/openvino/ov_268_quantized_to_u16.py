"""OV-268: QuantizeLinear to UINT16 wraps around (CPU plugin)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 10, opset_import: ["" : 21]>
m (float[3] x) => (uint16[3] y) <float scale = {1.0}, uint16 zero = {0}> { y = QuantizeLinear (x, scale, zero) }"""

inputs = {"x": np.float32([-40000, 70000, 5])}
expected = [0, 65535, 5]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
