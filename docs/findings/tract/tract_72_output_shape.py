"""TRACT-72: ConvTranspose removes only from the end for output_shape (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,1,2] x, float[1,1,3] w) => (float[1,1,2] y) {
  y = ConvTranspose <output_shape = [2]> (x, w)
}"""
FEEDS = [np.float32([[[1, 2]]]), np.float32([[[1, 10, 100]]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[[12.0, 120.0]]]]  # of [1, 12, 120, 200], one from each end
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        runnable = tract.onnx().load(file.name).into_model().into_runnable()
        got = [output.to_numpy().tolist() for output in runnable.run([np.asarray(feed) for feed in FEEDS])]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
