"""ORT-10: MatMul without inner elements has a part of the batch, or memory that was never written."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

node = helper.make_node("MatMul", ["a", "b"], ["y"])
inputs = [helper.make_tensor_value_info("a", TensorProto.FLOAT, ["i", "j", "k"]),
          helper.make_tensor_value_info("b", TensorProto.FLOAT, ["l", "m", "n"])]
output = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["o", "p", "q"])
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]),
                          opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

# As numpy.matmul: one matrix is multiplied by three. Each sum has no terms.
expected = [3, 1, 1]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
feed = {"a": np.zeros([1, 1, 0], np.float32), "b": np.zeros([3, 0, 1], np.float32)}
got = list(session.run(None, feed)[0].shape)
print("got     ", got)
raise SystemExit(got != expected)
