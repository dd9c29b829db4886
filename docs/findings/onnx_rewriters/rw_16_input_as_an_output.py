"""RW-16: onnx.inliner: an output of a body that is its input gets another name."""

import numpy as np
import onnx.inliner
import onnx.parser
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
calls (int64 m, float x) => (float y) {
  y = local.doubled (m, x)
}
<domain: "local", opset_import: ["" : 17]>
doubled (n, v) => (w) {
  yes = Constant <value = bool {1}> ()
  w = Loop (n, yes, v) <body = step (int64 i, bool going, float s) => (bool going, float t) { t = Add (s, s) }>
}"""


def run(model):
    try:
        return [value.tolist() for value in ReferenceEvaluator(model).run(None, {"m": np.array(3), "x": np.array(1, np.float32)})]
    except Exception:
        return "an error"


model = onnx.parser.parse_model(MODEL)
onnx.checker.check_model(model, full_check=True)
expected, got = run(model), run(onnx.inliner.inline_local_functions(model))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
