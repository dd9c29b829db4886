"""TRACT-75: Gemm of INT32 or FLOAT16 with C is refused (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float16[1,1] a, float16[1,1] b, float16[1] c) => (float16[1,1] y) {
  y = Gemm (a, b, c)
}"""
FEEDS = [np.float16([[2]]), np.float16([[3]]), np.float16([4])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[[10.0]]]
print("expected", expected, flush=True)
with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
    file.write(model.SerializeToString())
    file.flush()
    try:
        runnable = tract.onnx().load(file.name).into_model().into_runnable()
        got = [output.to_numpy().tolist() for output in runnable.run([np.asarray(feed) for feed in FEEDS])]
    except tract.TractError:
        got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
