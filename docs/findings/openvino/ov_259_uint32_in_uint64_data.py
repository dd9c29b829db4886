"""OV-259: every second element of a UINT32 initializer is 0 (ONNX reader)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m (uint32[4] x) => (uint32[4] y) <uint32[4] k = {1, 2, 3, 4}> { y = Add (x, k) }"""

inputs = {"x": np.uint32([10, 20, 30, 40])}
expected = [11, 22, 33, 44]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
