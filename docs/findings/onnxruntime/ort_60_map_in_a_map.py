"""ORT-60: a SequenceMap in the body of a SequenceMap is refused."""

import numpy as np
import onnxruntime
from onnx import checker, parser

# c = sum(v * v for v in u) + a
TEXT = """<ir_version: 8, opset_import: ["" : 17]>
maps (float[2] x, float[2] w) => (float[n] y) {
  s = SplitToSequence <keepdims = 0> (x)
  r = SequenceMap <body = outer (float a, float[2] u) => (float c) {
    t = SplitToSequence <keepdims = 0> (u)
    b = SequenceMap <body = inner (float v) => (float p) { p = Mul (v, v) }> (t)
    row = ConcatFromSequence <axis = 0, new_axis = 1> (b)
    sum = ReduceSum <keepdims = 0> (row)
    c = Add (sum, a)
  }> (s, w)
  y = ConcatFromSequence <axis = 0, new_axis = 1> (r)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [114, 107]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
feeds = {"x": np.array([5, -2], np.float32), "w": np.array([3, 10], np.float32)}
got = [int(v) for v in session.run(None, feeds)[0]]
print("got     ", got)
raise SystemExit(got != expected)
