"""RW-36: onnxscript.optimizer: an Optional without a value is an error."""

import onnx.parser
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
absent (float[2] x) => (bool y) {
  none = Optional <type = float[2]> ()
  y = OptionalHasElement (none)
}"""

expected = "a model"
print("expected", expected)
try:
    optimizer.optimize(onnx.parser.parse_model(MODEL))
    got = "a model"
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
