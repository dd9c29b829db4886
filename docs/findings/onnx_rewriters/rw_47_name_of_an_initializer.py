"""RW-47: onnxslim: an initializer that an inner loop reads is copied into the body under its name."""

import onnx.parser
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m () => (int64 last) <int64 M = {2}, bool c = {1}, int64 x = {5}> {
  last = Loop <body = outer (int64 i, bool on, int64 v) => (bool go, int64 w) {
    go = Identity (on)
    w = Loop <body = inner (int64 j, bool h, int64 t) => (bool more, int64 u) { more = Identity (h) u = Add (t, t) }> (M, on, v)
  }> (M, c, x)
}"""

slim = onnxslim.slim(onnx.parser.parse_model(MODEL))
body = slim.graph.node[0].attribute[0].g
got = [[tensor.name for tensor in slim.graph.initializer], [tensor.name for tensor in body.initializer]]
expected = [["M", "c", "x"], []]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
