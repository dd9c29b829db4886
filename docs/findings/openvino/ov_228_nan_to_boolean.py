"""OV-228: Cast of NaN to BOOL is false (CPU plugin)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
truth (float[2] x) => (bool[2] y) { y = Cast <to = 9> (x) }"""

inputs = {"x": np.float32([np.nan, np.inf])}
expected = [True, True]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
