"""TRACT-95: QuantizeLinear ignores output_dtype (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 10, opset_import: ["" : 21]>
m (float[2] x) => (int8[2] y) {
  scale = Constant <value = float {0.5}> ()
  y = QuantizeLinear <output_dtype = 3> (x, scale)
}"""
FEEDS = [np.float32([-1, 2])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[-2, 4]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
