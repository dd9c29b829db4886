"""TRACT-36: Cast of large UINT64 to INT64 gives 0 (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (uint64[2] x) => (int64[2] y) { y = Cast <to = 7> (x) }"""
FEEDS = [np.uint64([2**63 + 5, 2**64 - 1])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[-9223372036854775803, -1]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    loaded = tract.onnx().load(file.name)
got = [output.convert_to(tract.DatumType.I64).to_numpy().tolist() for output in loaded.into_model().into_runnable().run(FEEDS)]
print("got     ", got)
raise SystemExit(got != expected)
