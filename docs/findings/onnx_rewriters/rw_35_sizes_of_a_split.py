"""RW-35: onnxscript.optimizer: a SplitToSequence whose sizes are an input of the model is an error."""

import onnx.parser
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
parts (float[n] x, int64 size) => (int64 count) {
  s = SplitToSequence (x, size)
  count = SequenceLength (s)
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
