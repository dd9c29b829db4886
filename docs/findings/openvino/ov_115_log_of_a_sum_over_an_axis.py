"""OV-115: ReduceLogSum-13 ignores its axes (an ONNX model)."""

import numpy as np
import openvino
from onnx import TensorProto, checker, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])
graph = helper.make_graph([helper.make_node("ReduceLogSum", ["x"], ["y"], axes=[1], keepdims=0)], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[2], 0.0]
print("expected", expected, flush=True)
core = openvino.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
value = compiled([np.float32([[0.5, 0.5], [1, 2]])])[0]
got = [list(value.shape), round(float(value.reshape(-1)[0]), 3)]
print("got     ", got)
raise SystemExit(got != expected)
