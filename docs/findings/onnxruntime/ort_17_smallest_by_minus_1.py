"""ORT-17: the smallest integer divided by -1 ends the process (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper

a, b, y = (helper.make_tensor_value_info(name, TensorProto.INT32, [1]) for name in "aby")
graph = helper.make_graph([helper.make_node("Div", ["a", "b"], ["y"])], "graph", [a, b], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [-2147483648]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = session.run(None, {"a": np.int32([-2147483648]), "b": np.int32([-1])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
