"""ORT-62: in a body, an If in an If, whose conditions are computed from constants, ends the process."""

import numpy as np
import onnxruntime
from onnx import checker, parser

# Each element is x: nothing uses what the Ifs give.
TEXT = """<ir_version: 8, opset_import: ["" : 17]>
ifs (float x, int64 M, bool go) => (float[n] y) {
  y = Loop <body = step (int64 i, bool going) => (bool more, float each) {
    minus = Constant <value = int64 {-2}> ()
    other = Neg (minus)
    one = Constant <value = float[1] {2}> ()
    pair = Concat <axis = 0> (one, one)
    less = Less (minus, minus)
    outer = If (less) <else_branch = a () => (float b) {
      equal = Equal (minus, minus)
      inner = If (equal) <else_branch = c () => (int64 d) { d = Constant <value = int64 {3}> () },
        then_branch = e () => (int64 f) <int64 two = {2}, int64 four = {4}> {
          zero = Add (other, minus)
          last, all = Loop (two, "", pair) <body = g (int64 j, bool on, float[m] h) => (bool on_out, float[l] k, float p) {
            on_out = Constant <value = bool {1}> ()
            k = Identity (pair)
            p = Constant <value = float {2}> ()
          }>
          f = Identity (four)
        }>
      q = Constant <value = float {-2}> ()
      b = Identity (q)
    }, then_branch = r () => (float s) {
      t = Constant <value = float {-2}> ()
      s = Identity (t)
    }>
    limit = Constant <value = int64 {9}> ()
    more = Less (i, limit)
    each = Identity (x)
  }> (M, go)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [7, 7, 7]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
feeds = {"x": np.array(7, np.float32), "M": np.array(3), "go": np.array(True)}
got = [int(v) for v in session.run(None, feeds)[0]]
print("got     ", got)
raise SystemExit(got != expected)
