"""RW-12: onnxslim: the parts of a Split that are not equal are declared as equal."""

import numpy as np
import onnx.parser
import onnxslim
from onnx.reference import ReferenceEvaluator

MODEL = """<ir_version: 8, opset_import: ["" : 18]>
halves (float[7] x) => (float[4] a, float[3] b) {
  a, b = Split <num_outputs = 2> (x)
}"""
INPUTS = {"x": np.zeros(7, np.float32)}


def declared(model):
    return [[dim.dim_value for dim in output.type.tensor_type.shape.dim] for output in model.graph.output]


model = onnx.parser.parse_model(MODEL)
expected, got = declared(model), declared(onnxslim.slim(onnx.parser.parse_model(MODEL)))
assert expected == [list(value.shape) for value in ReferenceEvaluator(model).run(None, INPUTS)]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
