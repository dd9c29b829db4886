"""RW-53: onnxscript.optimizer: constants are computed by onnx.reference, with its defects."""

import onnx.parser
import onnxruntime
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 22]>
m () => (float[2,2] y) <float[2,2] x = {1, -3, 2, -6}> { y = LpNormalization <axis = 1, p = 1> (x) }"""


def run(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [output.tolist() for output in session.run(None, {})]


expected = run(onnx.parser.parse_model(MODEL))
print("expected", expected, flush=True)
got = run(optimizer.optimize(onnx.parser.parse_model(MODEL)))
print("got     ", got)
raise SystemExit(got != expected)
