"""OV-116: Softmax-11 works along one axis (an ONNX model)."""

import numpy as np
import openvino
from onnx import TensorProto, checker, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 2, 2])
graph = helper.make_graph([helper.make_node("Softmax", ["x"], ["y"], axis=1)], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[[0.25, 0.25], [0.25, 0.25]]]
print("expected", expected, flush=True)
core = openvino.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.zeros([1, 2, 2], np.float32)])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
