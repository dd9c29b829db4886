"""ONNX-23: Unique of columns without sorting gives rows (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.INT64, [2, 3])
y = helper.make_tensor_value_info("y", TensorProto.INT64, [2, "n"])
first = helper.make_tensor_value_info("first", TensorProto.INT64, ["n"])
graph = helper.make_graph([helper.make_node("Unique", ["x"], ["y", "first"], axis=1, sorted=0)], "graph", [x], [y, first])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[7, 4], [5, 6]]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(["y"], {"x": np.int64([[7, 4, 7], [5, 6, 5]])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
