"""TRACT-60: the earlier of two imports of an operator set counts, not the higher version (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

# Version 13 of Hardmax marks the largest element of each row, version 11 the largest of all.
MODEL = """<ir_version: 8, opset_import: [%s]>
largest (float[1,2,2] x) => (float[1,2,2] y) { y = Hardmax (x) }
"""


def run(imports):
    model = parser.parse_model(MODEL % imports)
    checker.check_model(model, full_check=True)
    with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        file.write(model.SerializeToString())
        file.flush()
        loaded = tract.onnx().load(file.name)
    x = np.array([[[1, 2], [4, 3]]], np.float32)
    return [int(v) for v in loaded.into_model().into_runnable().run([x])[0].to_numpy().ravel()]


expected = [[0, 1, 1, 0], [0, 1, 1, 0]]
print("expected", expected, flush=True)
got = [run('"" : 11, "" : 13'), run('"" : 13, "" : 11')]
print("got     ", got)
raise SystemExit(got != expected)
