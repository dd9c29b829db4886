"""OV-117: TopK gives equal elements in the wrong order of positions (CPU, an ONNX model)."""

import numpy as np
import openvino
from onnx import TensorProto, checker, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3])
k = helper.make_tensor_value_info("k", TensorProto.INT64, [1])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, "n"])
p = helper.make_tensor_value_info("p", TensorProto.INT64, [2, "n"])
graph = helper.make_graph([helper.make_node("TopK", ["x", "k"], ["y", "p"])], "graph", [x, k], [y, p])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[0, 1], [0, 1]]
print("expected", expected, flush=True)
core = openvino.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.float32([[3, 3, 3], [7, 7, 7]]), np.int64([2])])[1].tolist()
print("got     ", got)
raise SystemExit(got != expected)
