"""ONNX-42: GridSample moves cubic positions into the image before it reads neighbours (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

feeds = {"x": np.float32([[[[0, 64, 0, 0]]]]), "grid": np.float32([[[[-1.125, 0]]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("GridSample", ["x", "grid"], ["out"], mode="cubic", padding_mode="border")
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
checker.check_model(model)

expected = [-2.25]
print("expected", expected, flush=True)
result = ReferenceEvaluator(model).run(None, feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
