"""OV-112: Unique without sorting writes one element if the third output is not used (CPU, an ONNX model)."""

import numpy as np
import openvino
from onnx import TensorProto, checker, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [4])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n"])
graph = helper.make_graph([helper.make_node("Unique", ["x"], ["y"], sorted=0)], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [3.0, 1.0, 2.0]
print("expected", expected, flush=True)
core = openvino.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.float32([3, 1, 3, 2])])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
