"""RW-48: onnxslim: a sequence that is made of a constant is an error."""

import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m () => (float[1] y) <float[1] x = {5}> {
  s = SplitToSequence (x)
  first = Constant <value = int64 {0}> ()
  y = SequenceAt (s, first)
}"""

expected = [[5.0]]
print("expected", expected, flush=True)
try:
    rewritten = onnxslim.slim(onnx.parser.parse_model(MODEL))
    session = onnxruntime.InferenceSession(rewritten.SerializeToString(), providers=["CPUExecutionProvider"])
    got = [output.tolist() for output in session.run(None, {})]
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
