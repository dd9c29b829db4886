"""ONNX-21: Indices of MaxPool begin again in every channel (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 3])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 2, 1])
indices = helper.make_tensor_value_info("indices", TensorProto.INT64, [1, 2, 1])
graph = helper.make_graph([helper.make_node("MaxPool", ["x"], ["y", "indices"], kernel_shape=[3])], "graph", [x], [y, indices])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [1, 5]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(["indices"], {"x": np.float32([[[1, 3, 2], [4, 5, 6]]])})[0].reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
