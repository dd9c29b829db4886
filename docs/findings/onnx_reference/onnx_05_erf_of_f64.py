"""ONNX-5: Erf of doubles is rounded to float (onnx.reference)."""

import math

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

X, Y = (helper.make_tensor_value_info(name, TensorProto.DOUBLE, [2]) for name in "XY")
graph = helper.make_graph([helper.make_node("Erf", ["X"], ["Y"])], "graph", [X], [Y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

x = [0.25, 3.0]
expected = [round(math.erf(value), 12) for value in x]
print("expected", expected, flush=True)
(y,) = ReferenceEvaluator(model).run(None, {"X": np.array(x)})
got = [round(value, 12) for value in y.tolist()]
print("got     ", got)
raise SystemExit(got != expected)
