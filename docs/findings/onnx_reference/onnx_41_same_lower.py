"""ONNX-41: MaxPool with SAME_LOWER has too few windows (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

feeds = {"x": np.float32([[[1, 2, 3, 4, 5]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 3)
node = helper.make_node("MaxPool", ["x"], ["out"], kernel_shape=[2], strides=[2], auto_pad="SAME_LOWER")
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 12)], ir_version=8)
checker.check_model(model)

expected = [1.0, 3.0, 5.0]
print("expected", expected, flush=True)
result = ReferenceEvaluator(model).run(None, feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
