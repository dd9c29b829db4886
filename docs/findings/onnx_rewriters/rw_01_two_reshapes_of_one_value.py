"""RW-1: onnxscript.optimizer: two Flatten of one value become Reshapes, one without its shape."""

import numpy as np
import onnx.parser
from onnx.reference import ReferenceEvaluator
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
flat (float[2,3,4] x) => (float[a,b] y, float[c,d] z) {
  y = Flatten (x)
  z = Flatten <axis = 0> (x)
}"""


def run(model):
    try:
        return [list(value.shape) for value in ReferenceEvaluator(model).run(None, {"x": np.zeros([2, 3, 4], np.float32)})]
    except Exception:
        return "an error"


model = onnx.parser.parse_model(MODEL)
onnx.checker.check_model(model, full_check=True)
expected, got = run(model), run(optimizer.optimize(model))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
