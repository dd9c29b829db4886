"""OV-226: Flatten of a tensor without elements gives it elements (reader)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
flat (float[2,3,0] x) => (float[n,m] y) { y = Flatten <axis = 2> (x) }"""

inputs = {"x": np.zeros([2, 3, 0], np.float32)}
expected = [6, 0]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = list(ov.Core().compile_model(model, "CPU")(inputs)[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
