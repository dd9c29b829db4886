"""OV-227: BitShift of scalars gives a list (reader)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
shifted (uint8 x, uint8 by) => (uint8 y) { y = BitShift <direction = "LEFT"> (x, by) }"""

inputs = {"x": np.uint8(3), "by": np.uint8(1)}
expected = []
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = list(ov.Core().compile_model(model, "CPU")(inputs)[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
