"""ORT-40: a Scan whose inputs have no elements along axis 0 is refused."""

import numpy as np
import onnxruntime
from onnx import checker, parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float start, float[n] x) => (float last) {
  last = Scan <num_scan_inputs = 1, body = step (float before, float part) => (float after) { after = Add (before, part) }> (start, x)
}""")
checker.check_model(model, full_check=True)

expected = [8.0, 5.0]
print("expected", expected, flush=True)
options = onnxruntime.SessionOptions()
options.log_severity_level = 4
session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
got = []
for x in ([1, 2], []):
    try:
        got.append(session.run(None, {"start": np.array(5, np.float32), "x": np.array(x, np.float32)})[0].item())
    except Exception:  # its own type of error
        got.append("an error")
print("got     ", got)
raise SystemExit(got != expected)
