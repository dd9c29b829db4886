"""TRACT-68: DFT ignores dft_length (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,2,1] x, int64 n) => (float[1,k,2] y) {
  y = DFT <axis = 1> (x, n)
}"""
FEEDS = [np.float32([[[1], [0]]]), np.int64(3)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]]]
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
