"""RW-54: onnxscript.optimizer: a SplitToSequence into sizes of 1 loses the axis."""

import numpy as np
import onnx.parser
import onnxruntime
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3,2] x) => (float[n,m] y) {
  sizes = Constant <value_ints = [1, 1, 1]> ()
  parts = SplitToSequence <keepdims = 0> (x, sizes)
  last = Constant <value = int64 {-1}> ()
  y = SequenceAt (parts, last)
}"""


def run(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [output.tolist() for output in session.run(None, {"x": np.float32([[1, 2], [3, 4], [5, 6]])})]


expected = run(onnx.parser.parse_model(MODEL))
print("expected", expected, flush=True)
got = run(optimizer.optimize(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
