"""TRACT-26: GatherND with a negative index ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[3] x, int64[2,1] indices) => (float[2] y) { y = GatherND (x, indices) }"""
FEEDS = [np.float32([10, 20, 30]), np.int64([[0], [-1]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[10.0, 30.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
