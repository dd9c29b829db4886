"""TRACT-35: Resize to one element with pytorch_half_pixel does not take the first (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,1,1,4] x) => (float[1,1,1,1] y) {
  sizes = Constant <value_ints = [1, 1, 1, 1]> ()
  y = Resize <mode = "cubic", coordinate_transformation_mode = "pytorch_half_pixel"> (x, , , sizes)
}"""
FEEDS = [np.float32([[[[1, 2, 4, 8]]]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[[[1.0]]]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
