"""ONNX-36: RNN, GRU and LSTM read past the lengths of sequences (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

feeds = {"x": np.float32([[[1]], [[2]]]), "w": np.float32([[[1]]]), "r": np.float32([[[0]]]), "lengths": np.int32([1])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 3)
node = helper.make_node("RNN", ["x", "w", "r", "", "lengths"], ["", "out"], hidden_size=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 14)], ir_version=8)
checker.check_model(model)

expected = [0.762]
print("expected", expected, flush=True)
result = ReferenceEvaluator(model).run(None, feeds)[0]
got = np.round(result.astype(np.float64), 3).reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
