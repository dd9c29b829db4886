"""ONNX-11: the default of a function's attribute is not used (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 9, opset_import: ["" : 17, "local" : 1]>
g (float x) => (float y) { y = local.scaled %s (x) }
<domain: "local", opset_import: ["" : 17]>
scaled <factor: float = 5.0> (v) => (w) {
  c = Constant <value_float: float = @factor> ()
  w = Mul (v, c)
}
"""


def run(attributes):
    model = parser.parse_model(TEXT % attributes)
    checker.check_model(model, full_check=True)
    try:
        return ReferenceEvaluator(model).run(None, {"x": np.array(3, np.float32)})[0].tolist()
    except Exception:
        return "an error"


expected = [6.0, 15.0]
print("expected", expected, flush=True)
got = [run("<factor = 2.0>"), run("")]
print("got     ", got)
raise SystemExit(got != expected)
