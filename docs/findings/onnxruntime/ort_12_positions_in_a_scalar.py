"""ORT-12: NonZero of a scalar has a row."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [])
y = helper.make_tensor_value_info("y", TensorProto.INT64, ["a", "n"])
model = helper.make_model(helper.make_graph([helper.make_node("NonZero", ["x"], ["y"])], "graph", [x], [y]),
                          opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

expected = [0, 1]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = list(session.run(None, {"x": np.array(4, np.float32)})[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
