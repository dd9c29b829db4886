"""ONNX-25: OneHot does not take a depth of shape [1] (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.INT64, [1])
depth = helper.make_tensor_value_info("depth", TensorProto.INT64, [1])
values = helper.make_tensor_value_info("values", TensorProto.FLOAT, [2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, "n"])
graph = helper.make_graph([helper.make_node("OneHot", ["x", "depth", "values"], ["y"])], "graph", [x, depth, values], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[5.0, 7.0, 5.0]]
print("expected", expected, flush=True)
try:
    got = ReferenceEvaluator(model).run(None, {"x": np.int64([1]), "depth": np.int64([3]), "values": np.float32([5, 7])})[0].tolist()
except Exception:
    got = "error"
print("got     ", got)
raise SystemExit(got != expected)
