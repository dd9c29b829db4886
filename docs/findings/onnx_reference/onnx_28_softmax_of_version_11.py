"""ONNX-28: Softmax and LogSoftmax before version 13 work along one axis (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 2, 2])
graph = helper.make_graph([helper.make_node("Softmax", ["x"], ["y"], axis=1)], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[[0.25, 0.25], [0.25, 0.25]]]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.zeros([1, 2, 2], np.float32)})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
