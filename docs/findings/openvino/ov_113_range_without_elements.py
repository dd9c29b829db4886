"""OV-113: A Range whose step leads away from its end has elements (CPU, an ONNX model)."""

import numpy as np
import openvino
from onnx import TensorProto, checker, helper

inputs = [helper.make_tensor_value_info(name, TensorProto.INT32, []) for name in ("begin", "end", "step")]
y = helper.make_tensor_value_info("y", TensorProto.INT32, ["n"])
graph = helper.make_graph([helper.make_node("Range", ["begin", "end", "step"], ["y"])], "graph", inputs, [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = []
print("expected", expected, flush=True)
core = openvino.Core()
compiled = core.compile_model(core.read_model(model.SerializeToString()), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = compiled([np.array(number, np.int32) for number in (3, 6, -1)])[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
