"""OV-200: `layout` of RNN is ignored, so the steps are taken along the batch (reader)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 14]>
g (float[2,2,1] x, float[1,1,1] w, float[1,1,1] r) => (float[2,2,1,1] y) {
  y = RNN <hidden_size = 1, layout = 1, activations = ["Relu"]> (x, w, r)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [[2, 2, 1, 1], [1, 11, 2, 22]]  # the sums of the first sequence, and those of the second
print("expected", expected, flush=True)
core = ov.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
one = np.ones((1, 1, 1), np.float32)
y = compiled({"x": np.float32([[[1], [10]], [[2], [20]]]), "w": one, "r": one})[0]
got = [list(y.shape), y.flatten().astype(int).tolist()]
print("got     ", got)
raise SystemExit(got != expected)
