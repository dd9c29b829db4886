"""OV-143: NegativeLogLikelihoodLoss with ignore_index is refused in a file (reader)."""

import pathlib
import tempfile

import numpy as np
import openvino as ov
from onnx import parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (float[2,2] x, int64[2] class) => (float[2] y) {
  y = NegativeLogLikelihoodLoss <ignore_index = 1, reduction = "none"> (x, class)
}""")
file = pathlib.Path(tempfile.mkdtemp(), "model.onnx")
file.write_bytes(model.SerializeToString())
expected = [-3.0, 0.0]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(file), "CPU")
got = compiled([np.array([[3, 5], [7, 9]], np.float32), np.array([0, 1])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
