"""OV-263: a Pad of constants of 4 bits shifts all elements (CPU plugin)."""

import io

import onnx.parser
import openvino as ov

MODEL = """<ir_version: 13, opset_import: ["" : 25]>
m () => (float[2,3] y) <float[2,2] x = {1.0, 2.0, 3.0, 4.0}> {
  narrow = Cast <to = 22> (x)
  pads = Constant <value_ints = [0, 1, 0, 0]> ()
  wide = Pad (narrow, pads)
  y = Cast <to = 1> (wide)
}"""

inputs = {}
expected = [[0.0, 1.0, 2.0], [0.0, 3.0, 4.0]]
print("expected", expected, flush=True)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
