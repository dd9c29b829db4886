"""ORT-50: the maximum of a window of -infinity is the lowest finite number."""

import numpy as np
import onnxruntime
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float[1,1,4] x) => (float[1,1,3] y, float[1,1,1] z) {
  y = MaxPool <kernel_shape = [2]> (x)
  z = GlobalMaxPool (x)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

infinity = float("inf")
expected = [[-infinity] * 3, [-infinity]]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = [output.ravel().tolist() for output in session.run(None, {"x": np.full((1, 1, 4), -infinity, np.float32)})]
print("got     ", got)
raise SystemExit(got != expected)
