"""ORT-20: Unique of slices without elements ends the process (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [3, 0])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 0])
graph = helper.make_graph([helper.make_node("Unique", ["x"], ["y"], axis=0)], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [1, 0]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = list(session.run(None, {"x": np.zeros([3, 0], np.float32)})[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
