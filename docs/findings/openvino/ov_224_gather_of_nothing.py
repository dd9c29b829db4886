"""OV-224: Gather without an index ends the process (CPU plugin)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
chosen (float[2,3] x, int64[0] i) => (float[n,3] y) { y = Gather (x, i) }"""

inputs = {"x": np.ones([2, 3], np.float32), "i": np.zeros([0], np.int64)}
expected = [0, 3]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = list(ov.Core().compile_model(model, "CPU")(inputs)[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
