"""RW-7: onnxslim: a constant without integers becomes one of f64."""

import numpy as np
import onnx.parser
import onnxslim
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
largest (float[2,3] x) => (float[2,3] y) {
  axes = Constant <value_ints: ints = []> ()
  y = ReduceMax <noop_with_empty_axes = 1> (x, axes)
}"""


def run(model):
    try:
        onnx.checker.check_model(model, full_check=True)
        return ReferenceEvaluator(model).run(None, {"x": np.float32([[1, 2, 3], [4, 5, 6]])})[0].tolist()
    except Exception:
        return "an error"


model = onnx.parser.parse_model(MODEL)
expected, got = run(model), run(onnxslim.slim(onnx.parser.parse_model(MODEL)))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
