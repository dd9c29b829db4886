"""RW-52: onnxslim: a function that a body calls on constants is endless recursion."""

import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
m () => (float y) <float x = {5.0}, int64 M = {1}> {
  y = Loop <body = b (int64 i, bool on, float v) => (bool go, float w) { go = Identity (on) w = local.twice (v) }> (M, "", x)
}
<domain: "local", opset_import: ["" : 17]>
twice (a) => (c) { c = Add (a, a) }"""

expected = [10.0]
print("expected", expected, flush=True)
try:
    rewritten = onnxslim.slim(onnx.parser.parse_model(MODEL))
    session = onnxruntime.InferenceSession(rewritten.SerializeToString(), providers=["CPUExecutionProvider"])
    got = [output.tolist() for output in session.run(None, {})]
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
