"""ONNX-27: Mean does not broadcast its first operand (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

a = helper.make_tensor_value_info("a", TensorProto.FLOAT, [1])
b = helper.make_tensor_value_info("b", TensorProto.FLOAT, [2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])
graph = helper.make_graph([helper.make_node("Mean", ["a", "b"], ["y"])], "graph", [a, b], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [2.0, 3.0]
print("expected", expected, flush=True)
try:
    got = ReferenceEvaluator(model).run(None, {"a": np.float32([1]), "b": np.float32([3, 5])})[0].tolist()
except Exception:
    got = "error"
print("got     ", got)
raise SystemExit(got != expected)
