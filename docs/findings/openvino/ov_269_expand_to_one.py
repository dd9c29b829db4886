"""OV-269: Expand of nothing to a constant size of 1 is refused (CPU plugin)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m (float[1,0] x) => (float[3,0] y) <int64[2] shape = {3, 1}> { y = Expand (x, shape) }"""

inputs = {"x": np.zeros([1, 0], np.float32)}
expected = [[], [], []]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
