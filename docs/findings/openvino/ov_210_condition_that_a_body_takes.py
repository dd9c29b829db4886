"""OV-210: a Loop whose body computes with the condition that it takes, and copies it, is refused (reader)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

# v becomes 2 v + 1, because the condition is true in each iteration.
TEXT = """<ir_version: 8, opset_import: ["" : 17]>
steps (int64 M, bool start, float x) => (float last) {
  last = Loop <body = step (int64 i, bool going, float v) => (bool go, float w) {
    f = Cast <to = 1> (going)
    twice = Add (v, v)
    w = Add (twice, f)
    go = Identity (going)
  }> (M, start, x)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = 47
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = int(compiled({"M": np.array(3), "start": np.array(True), "x": np.array(5, np.float32)})[0])
print("got     ", got)
raise SystemExit(got != expected)
