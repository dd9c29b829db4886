"""ONNX-60: Cast to INT4 and UINT4 drops the fraction (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [3])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [3])
nodes = [helper.make_node("Cast", ["x"], ["a"], to=TensorProto.INT4), helper.make_node("Cast", ["a"], ["y"], to=TensorProto.FLOAT)]
model = helper.make_model(helper.make_graph(nodes, "graph", [x], [y]), opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
checker.check_model(model, full_check=True)

expected = [1.0, 2.0, -2.0]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([0.75, 2.5, -1.75])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
