"""RW-46: onnxslim: an initializer of a body that is its output is removed."""

import numpy as np
import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x) => (float last) <int64 M = {2}, bool c = {1}> {
  last = Loop <body = b (int64 i, bool on, float v) => (bool go, float seven) <float seven = {7}> { go = Identity (on) }> (M, c, x)
}"""

expected = [7.0]
print("expected", expected, flush=True)
try:
    rewritten = onnxslim.slim(onnx.parser.parse_model(MODEL))
    session = onnxruntime.InferenceSession(rewritten.SerializeToString(), providers=["CPUExecutionProvider"])
    got = [output.tolist() for output in session.run(None, {"x": np.array(5, np.float32)})]
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
