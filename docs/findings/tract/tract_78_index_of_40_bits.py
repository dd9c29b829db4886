"""TRACT-78: GatherND keeps 32 bits of an index (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2] x, int64[1,1] i) => (float[1] y) {
  y = GatherND (x, i)
}"""
FEEDS = [np.float32([1, 2]), np.int64([[2**40]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = "an error"
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
