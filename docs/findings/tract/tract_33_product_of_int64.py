"""TRACT-33: MatMul of INT64 ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (int64[1,2] a, int64[2,1] b) => (int64[1,1] y) { y = MatMul (a, b) }"""
FEEDS = [np.int64([[1, 2]]), np.int64([[3], [4]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[11]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
