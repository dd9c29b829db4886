"""OV-202: AveragePool counts what is after the last pad (an ONNX model)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 10, opset_import: ["" : 22]>
g (float[1,1,6] x) => (float[1,1,4] y) {
  y = AveragePool <kernel_shape = [3], strides = [2], pads = [1, 1], ceil_mode = 1, count_include_pad = 1> (x)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [1, 13, 40, 30]  # the last window has 60 and one pad
print("expected", expected, flush=True)
core = ov.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.float32([[[1, 2, 12, 25, 35, 60]]])])[0].flatten().astype(int).tolist()
print("got     ", got)
raise SystemExit(got != expected)
