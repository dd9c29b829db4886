"""ONNX-46: Resize and Gemm change large numbers of INT64."""

import numpy as np
from onnx import checker, parser
from onnx.reference import ReferenceEvaluator

model = parser.parse_model("""<ir_version: 8, opset_import: ["" : 18]>
graph (int64[1,2] x, int64[2,1] b) => (int64[n,m] resized, int64[k,l] product) {
  sizes = Constant <value = int64[2] {1, 4}> ()
  resized = Resize <coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"> (x, "", "", sizes)
  product = Gemm (x, b)
}""")
checker.check_model(model, full_check=True)

x = [2**53 + 1, 2**53 + 3]
expected = [[[x[0], x[0], x[1], x[1]]], [[x[0]]]]
print("expected", expected)
got = [v.tolist() for v in ReferenceEvaluator(model).run(None, {"x": np.array([x]), "b": np.array([[1], [0]])})]
print("got     ", got)
raise SystemExit(got != expected)
