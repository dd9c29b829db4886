"""RW-4: onnxslim: a Constant with value_float becomes one of f64."""

import numpy as np
import onnx.parser
import onnxslim
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
twice (float x) => (float y) {
  two = Constant <value_float = 2.0> ()
  y = Mul (x, two)
}"""


def run(model):
    try:
        onnx.checker.check_model(model, full_check=True)
        value, = ReferenceEvaluator(model).run(None, {"x": np.array(3, np.float32)})
        return str(value.dtype), value.tolist()
    except Exception:
        return "an error"


model = onnx.parser.parse_model(MODEL)
expected, got = run(model), run(onnxslim.slim(onnx.parser.parse_model(MODEL)))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
