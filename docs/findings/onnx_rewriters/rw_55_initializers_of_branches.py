"""RW-55: onnxoptimizer: the initializers of two branches with one name become one."""

import numpy as np
import onnx.parser
import onnxoptimizer
import onnxruntime

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float x) => (float y, float z) <bool c = {1}> {
  y = If (c) <then_branch = one () => (float p) <float w = {2}> { p = Mul (x, w) }, else_branch = two () => (float p) { p = Neg (x) }>
  z = If (c) <then_branch = three () => (float p) <float w = {3}> { p = Mul (x, w) }, else_branch = four () => (float p) { p = Neg (x) }>
}"""


def run(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [output.tolist() for output in session.run(None, {"x": np.array(10, np.float32)})]


expected = run(onnx.parser.parse_model(MODEL))
print("expected", expected, flush=True)
got = run(onnxoptimizer.optimize(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
