"""RW-45: onnxslim: a Cast of a constant to FLOAT8 becomes its bits, as UINT8."""

import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 10, opset_import: ["" : 19]>
m () => (float[1] y) <float[1] x = {1.125}> {
  narrow = Cast <to = 17> (x)
  y = Cast <to = 1> (narrow)
}"""


def run(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [output.tolist() for output in session.run(None, {})]


expected = run(onnx.parser.parse_model(MODEL))
print("expected", expected, flush=True)
got = run(onnxslim.slim(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
