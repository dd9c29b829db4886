"""ORT-52: the smallest integer modulo -1 ends the process."""

import numpy as np
import onnxruntime
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (int32[1] a, int32[1] b) => (int32[1] y) { y = Mod (a, b) }
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [0]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = session.run(None, {"a": np.int32([-2147483648]), "b": np.int32([-1])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
