"""TRACT-6: a Scan whose body joins an element with itself ends the process (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[2,3] x) => (float[2,6] y) {
  y = Scan <num_scan_inputs = 1, body = step (float[3] e) => (float[6] f) { f = Concat <axis = 0> (e, e) }> (x)
}"""
FEEDS = [np.float32([[1, 2, 3], [4, 5, 6]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[1.0, 2.0, 3.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 4.0, 5.0, 6.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
