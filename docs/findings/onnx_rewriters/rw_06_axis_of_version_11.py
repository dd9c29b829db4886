"""RW-6: onnx.version_converter: Hardmax of version 11 is left as it is, and means something else."""

import numpy as np
import onnx.parser
import onnx.version_converter
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 7, opset_import: ["" : 11]>
axes (float[2,2,2] x) => (float[2,2,2] y) { y = Hardmax <axis = 1> (x) }"""
# The largest of 1, 2, 4, 3 is the third number; that of 8, 5, 7, 6 the first one.
X = np.float32([[[1, 2], [4, 3]], [[8, 5], [7, 6]]])

expected = [[[0.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 0.0]]]
print("expected", expected)
model = onnx.version_converter.convert_version(onnx.parser.parse_model(MODEL), 13)
got, = ReferenceEvaluator(model).run(None, {"x": X})
print("got     ", got.tolist())
raise SystemExit(got.tolist() != expected)
