"""TRACT-36: Cast to INT64 keeps 32 bits (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (double[3] x) => (double[3] y) {
  integers = Cast <to = 7> (x)
  y = Cast <to = 11> (integers)
}"""
FEEDS = [np.float64([3e9, 2.0**40, -5])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[3000000000.0, 1099511627776.0, -5.0]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
