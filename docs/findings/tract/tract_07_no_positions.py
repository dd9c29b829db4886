"""TRACT-7: a Scan of no positions returns 0 as its state (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (double start, double[0] x) => (double last) {
  last = Scan <num_scan_inputs = 1, body = step (double s, double e) => (double t) { t = Add (s, e) }> (start, x)
}"""
FEEDS = [np.array(5, np.float64), np.zeros(0, np.float64)]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = ["float64", 5.0]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
last, = loaded.into_model().into_runnable().run(FEEDS)
got = [str(last.to_numpy().dtype), last.to_numpy().tolist()]
print("got     ", got)
raise SystemExit(got != expected)
