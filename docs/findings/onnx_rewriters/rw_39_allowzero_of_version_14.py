"""RW-39: onnxscript.optimizer: a Reshape of version 13 gets an attribute of version 14."""

import onnx.checker
import onnx.parser
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
scalar (float[1,1] x, int64[0] s) => (float y) { y = Reshape (x, s) }"""

expected = "a valid model"
print("expected", expected)
try:
    onnx.checker.check_model(optimizer.optimize(onnx.parser.parse_model(MODEL)))
    got = "a valid model"
except onnx.checker.ValidationError:
    got = "an unknown attribute"
print("got     ", got)
raise SystemExit(got != expected)
