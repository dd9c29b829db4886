"""ORT-61: a Loop with neither a condition nor carried values is refused in a branch that a constant chooses."""

import numpy as np
import onnxruntime
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
numbers (float x) => (float[n] y) {
  yes = Constant <value = bool {1}> ()
  three = Constant <value_int = 3> ()
  y = If (yes) <then_branch = one () => (float[k] p) {
    p = Loop <body = up (int64 i, bool going) => (bool go, float each) {
      go = Constant <value = bool {1}> ()
      f = Cast <to = 1> (i)
      each = Add (x, f)
    }> (three, "")
  }, else_branch = other () => (float[m] q) {
    q = Constant <value = float[1] {0}> ()
  }>
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [10, 11, 12]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = [int(v) for v in session.run(None, {"x": np.array(10, np.float32)})[0]]
print("got     ", got)
raise SystemExit(got != expected)
