"""TRACT-36: Cast of large UINT64 to INT64 loses the highest bit (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (uint64[2] x) => (double[2] y) {
  signed = Cast <to = 7> (x)
  y = Cast <to = 11> (signed)
}"""
FEEDS = [np.uint64([2**63 + 2**62, 2**64 - 1])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[-(2.0**62), -1.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
