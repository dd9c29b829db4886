"""ONNX-29: ReduceSumSquare of INT32 gives INT64 (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.INT32, [2])
y = helper.make_tensor_value_info("y", TensorProto.INT32, [1])
graph = helper.make_graph([helper.make_node("ReduceSumSquare", ["x"], ["y"])], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = ["int32", 13]
print("expected", expected, flush=True)
value = ReferenceEvaluator(model).run(None, {"x": np.int32([2, 3])})[0]
got = [str(value.dtype), value[0].item()]
print("got     ", got)
raise SystemExit(got != expected)
