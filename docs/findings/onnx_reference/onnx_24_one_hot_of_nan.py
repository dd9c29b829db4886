"""ONNX-24: OneHot computes with its two values instead of choosing one (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.INT64, [1])
depth = helper.make_tensor_value_info("depth", TensorProto.INT64, [])
values = helper.make_tensor_value_info("values", TensorProto.FLOAT, [2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 2])
graph = helper.make_graph([helper.make_node("OneHot", ["x", "depth", "values"], ["y"])], "graph", [x, depth, values], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = ["inf", "0.0"]
print("expected", expected, flush=True)
feeds = {"x": np.int64([0]), "depth": np.array(2), "values": np.float32([0, np.inf])}
with np.errstate(all="ignore"):
    got = [str(value) for value in ReferenceEvaluator(model).run(None, feeds)[0][0]]
print("got     ", got)
raise SystemExit(got != expected)
