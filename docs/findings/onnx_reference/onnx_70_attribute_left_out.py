"""ONNX-70: a call that leaves out an attribute of a function is an error (onnx.reference)."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

TEXT = """<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
g (float[3] x) => (float[3] y) { y = local.sums %s (x) }
<domain: "local", opset_import: ["" : 17]>
sums <backward> (v) => (w) {
  first = Constant <value = int64 {0}> ()
  w = CumSum <reverse: int = @backward> (v, first)
}
"""


def run(attributes):
    model = parser.parse_model(TEXT % attributes)
    checker.check_model(model, full_check=True)
    try:
        return ReferenceEvaluator(model).run(None, {"x": np.array([1, 3, 7], np.float32)})[0].tolist()
    except Exception:
        return "an error"


expected = [[11.0, 10.0, 7.0], [1.0, 4.0, 11.0]]
print("expected", expected, flush=True)
got = [run("<backward = 1>"), run("")]
print("got     ", got)
raise SystemExit(got != expected)
