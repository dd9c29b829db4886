"""OV-225: a slope of PRelu belongs to axis 1 instead of the last one (reader)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
sloped (float[1,2,2] x, float[2] slope) => (float[1,2,2] y) { y = PRelu (x, slope) }"""

inputs = {"x": -np.ones([1, 2, 2], np.float32), "slope": np.float32([10, 100])}
expected = [[[-10.0, -100.0], [-10.0, -100.0]]]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
