"""RW-38: onnxscript.optimizer: a Flatten without elements becomes a Reshape that copies a dimension."""

import numpy as np
import onnx.parser
import onnxruntime
from onnxscript import optimizer

MODEL = """<ir_version: 8, opset_import: ["" : 13]>
flat (float[2,3,0] x) => (float[a,b] y) { y = Flatten <axis = 2> (x) }"""


def shape(model):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return list(session.run(None, {"x": np.zeros([2, 3, 0], np.float32)})[0].shape)


expected = shape(onnx.parser.parse_model(MODEL))
print("expected", expected)
try:
    got = shape(optimizer.optimize(onnx.parser.parse_model(MODEL)))
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
