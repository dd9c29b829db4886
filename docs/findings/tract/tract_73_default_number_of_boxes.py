"""TRACT-73: NonMaxSuppression selects boxes although none is asked for (tract)."""

import tempfile

import numpy as np
import tract
from onnx import checker, parser

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
m (float[1,2,4] b, float[1,1,2] s) => (int64[n,3] y) {
  y = NonMaxSuppression (b, s)
}"""
FEEDS = [np.float32([[[0, 0, 2, 2], [5, 5, 6, 6]]]), np.float32([[[0.5, 0.75]]])]
model = parser.parse_model(MODEL)
checker.check_model(model, full_check=True)

expected = [[]]  # max_output_boxes_per_class is 0 by default
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
