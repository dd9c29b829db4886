"""ONNX-71: LSTM ignores `input_forget` (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

zeros, one = np.zeros((1, 4, 1), np.float32), np.ones((1, 1, 1), np.float32)
feeds = {"x": one, "w": np.float32([[[0], [0], [100], [0]]]), "r": zeros, "h": one, "c": one}
inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 3)
node = helper.make_node("LSTM", ["x", "w", "r", "", "", "h", "c"], ["", "", "out"], hidden_size=1, input_forget=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 14)], ir_version=8)
checker.check_model(model)

# The input gate is sigmoid(0), and lets nothing in. The forget gate of its own would be sigmoid(100) = 1.
expected = [0.5]  # of the cell, which was 1
print("expected", expected, flush=True)
result = ReferenceEvaluator(model).run(None, feeds)[0]
got = np.round(result.astype(np.float64), 3).reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
