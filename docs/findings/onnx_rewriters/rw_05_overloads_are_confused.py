"""RW-5: onnxslim: of two functions with one name, every call gets the same one."""

import numpy as np
import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 10, opset_import: ["" : 17, "local" : 1]>
calls (float x) => (float y, float z) {
  y = local.f:twice (x)
  z = local.f:negative (x)
}
<domain: "local", overload: "twice", opset_import: ["" : 17]>
f (v) => (w) { w = Add (v, v) }
<domain: "local", overload: "negative", opset_import: ["" : 17]>
f (v) => (w) { w = Neg (v) }"""


def run(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [value.tolist() for value in session.run(None, {"x": np.array(3, np.float32)})]


model = onnx.parser.parse_model(MODEL)
onnx.checker.check_model(model, full_check=True)
expected, got = run(model), run(onnxslim.slim(onnx.parser.parse_model(MODEL)))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
