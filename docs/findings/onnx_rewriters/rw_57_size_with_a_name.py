"""RW-57: onnxslim: a size with a name equals no number."""

import numpy as np
import onnx.parser
import onnxruntime
import onnxslim

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[n] x) => (bool[1] other, float[n] z) {
  sizes = Shape (x)
  three = Constant <value_ints = [3]> ()
  same = Equal (sizes, three)
  other = Not (same)
  z = Neg (x)
}"""


def run(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [output.tolist() for output in session.run(None, {"x": np.float32([7, 8, 9])})]


expected = run(onnx.parser.parse_model(MODEL))
print("expected", expected, flush=True)
got = run(onnxslim.slim(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
