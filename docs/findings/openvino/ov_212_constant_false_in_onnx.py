"""OV-212: the scan output of an ONNX Loop that the constant false begins is the initial value (reader)."""

import numpy as np
import openvino as ov
from onnx import checker, parser

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
steps (int64 M, float[2] x) => (float[2] last, float[n,2] all) {
  begin = Constant <value = bool {0}> ()
  minus = Neg (x)
  last, all = Loop <body = step (int64 i, bool going, float[2] v) => (bool go, float[2] w, float[2] each) {
    go = Less (i, i)
    w = Add (v, v)
    each = Neg (w)
  }> (M, begin, minus)
}
"""

model = parser.parse_model(TEXT)
checker.check_model(model, full_check=True)

expected = [[-3, -20], []]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
feeds = {"M": np.array(3), "x": np.array([3, 20], np.float32)}
names = {name for port in compiled.inputs for name in port.names}  # M may be gone
values = compiled({name: value for name, value in feeds.items() if name in names}).values()
got = [value.astype(int).tolist() for value in values]
print("got     ", got)
raise SystemExit(got != expected)
