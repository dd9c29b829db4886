"""ONNX-72: GatherElements accepts an index outside of the axis (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

feeds = {"x": np.float32([[1, 2, 3]]), "i": np.int64([[0, 3, 1]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [1, 3])
node = helper.make_node("GatherElements", ["x", "i"], ["out"], axis=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
checker.check_model(model)

print("expected an error", flush=True)
got = ReferenceEvaluator(model).run(None, feeds)[0].tolist()
print("got     ", got)
raise SystemExit(1)
