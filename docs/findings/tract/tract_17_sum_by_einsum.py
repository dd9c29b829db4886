"""TRACT-17: Einsum that sums a whole operand returns the operand (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,3] x) => (float y) { y = Einsum <equation = "ij->"> (x) }"""
FEEDS = [np.float32([[1, 2, 3], [4, 5, 6]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [21.0]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
