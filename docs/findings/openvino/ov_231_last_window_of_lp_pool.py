"""OV-231: LpPool with ceil_mode multiplies the norm of a last window that is cut off (ONNX reader)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
norms (float[1,1,4] x) => (float[1,1,2] y) { y = LpPool <kernel_shape = [2], strides = [3], p = 1, ceil_mode = 1> (x) }"""

expected = [[[3.0, 4.0]]]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")({"x": np.float32([[[1, 2, 3, 4]]])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
