"""RW-2: onnx.inliner: an attribute that a call leaves out has no value."""

import numpy as np
import onnx.inliner
import onnx.parser
import onnxruntime

MODEL = """<ir_version: 9, opset_import: ["" : 17, "local" : 1]>
calls (float x) => (float y) {
  y = local.scaled (x)
}
<domain: "local", opset_import: ["" : 17]>
scaled <factor: float = 5.0> (v) => (w) {
  c = Constant <value_float: float = @factor> ()
  w = Mul (v, c)
}"""


def run(model):
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        return [value.tolist() for value in session.run(None, {"x": np.array(2, np.float32)})]
    except Exception:
        return "an error"


model = onnx.parser.parse_model(MODEL)
onnx.checker.check_model(model, full_check=True)
expected, got = run(model), run(onnx.inliner.inline_local_functions(model))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
