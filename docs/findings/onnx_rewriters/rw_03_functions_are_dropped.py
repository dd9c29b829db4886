"""RW-3: onnx.version_converter: the functions of a model are dropped."""

import numpy as np
import onnx.parser
import onnx.version_converter
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 9, opset_import: ["" : 17, "local" : 1]>
calls (float x) => (float y) {
  y = local.twice (x)
}
<domain: "local", opset_import: ["" : 17]>
twice (v) => (w) {
  w = Add (v, v)
}"""


def run(model):
    try:
        return [value.tolist() for value in ReferenceEvaluator(model).run(None, {"x": np.array(2, np.float32)})]
    except Exception:
        return "an error"


model = onnx.parser.parse_model(MODEL)
onnx.checker.check_model(model, full_check=True)
expected, got = run(model), run(onnx.version_converter.convert_version(model, 21))
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
