"""OV-258: a DOUBLE constant that is added to itself twice is never compiled (CPU plugin)."""

import io
import signal

import onnx.parser
import openvino as ov

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
m () => (double[2] y) <double[2] x = {1.0, 2.0}> {
  twice = Add (x, x)
  y = Add (twice, x)
}"""

inputs = {}
expected = [3.0, 6.0]
print("expected", expected, flush=True)
signal.alarm(30)
model = ov.Core().read_model(io.BytesIO(onnx.parser.parse_model(MODEL).SerializeToString()))
got = ov.Core().compile_model(model, "CPU")(inputs)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
