"""ONNX-22: ConvTranspose with two groups of two output channels is an error (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 1])
w = helper.make_tensor_value_info("w", TensorProto.FLOAT, [2, 2, 1])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 4, 1])
graph = helper.make_graph([helper.make_node("ConvTranspose", ["x", "w"], ["y"], group=2)], "graph", [x, w], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [20.0, 30.0, 500.0, 700.0]
print("expected", expected, flush=True)
feeds = {"x": np.float32([[[10], [100]]]), "w": np.float32([[[2], [3]], [[5], [7]]])}
got = ReferenceEvaluator(model).run(None, feeds)[0].reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
