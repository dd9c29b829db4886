"""RW-13: onnxslim: the output of an Einsum without an arrow is declared in another order."""

import numpy as np
import onnx.parser
import onnxslim
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
product (float[2,4] x, float[4,3] w) => (float[3,2] y) {
  y = Einsum <equation = "bc,ca"> (x, w)
}"""
INPUTS = {"x": np.zeros([2, 4], np.float32), "w": np.zeros([4, 3], np.float32)}


def declared(model):
    return [[dim.dim_value for dim in output.type.tensor_type.shape.dim] for output in model.graph.output]


model = onnx.parser.parse_model(MODEL)
expected, got = declared(model), declared(onnxslim.slim(onnx.parser.parse_model(MODEL)))
assert expected == [list(value.shape) for value in ReferenceEvaluator(model).run(None, INPUTS)]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
