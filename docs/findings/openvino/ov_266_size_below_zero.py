"""OV-266: Abs of a difference of sizes is dropped (CPU plugin)."""

import io

import numpy as np
import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m (float[n] x) => (int64[1] y) {
  sizes = Shape (x)
  four = Constant <value_ints = [4]> ()
  difference = Sub (sizes, four)
  y = Abs (difference)
}"""

inputs = {"x": np.float32([7, 8, 9])}
expected = [1]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
