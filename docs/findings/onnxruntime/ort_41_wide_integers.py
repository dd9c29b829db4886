"""ORT-41: sums, products and powers of INT64 are computed in double."""

import numpy as np
import onnxruntime
from onnx import checker, parser

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
graph (int64[3] x) => (int64[n] sum, int64[k] product, int64[3] power) {
  sum = ReduceSum (x)
  product = ReduceProd (x)
  n = Constant <value = int64 {39}> ()
  power = Pow (x, n)
}""")
checker.check_model(model, full_check=True)

x = [2**53 + 1, 2, -4]
base = [3, -3, -1]
expected = [sum(x), x[0] * x[1] * x[2], [b**39 for b in base]]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
sums = [v.item() for v in session.run(["sum", "product"], {"x": np.array(x)})]
got = sums + [session.run(["power"], {"x": np.array(base)})[0].tolist()]
print("got     ", got)
raise SystemExit(got != expected)
