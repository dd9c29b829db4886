"""ONNX-40: LpNormalization with p = 1 adds numbers instead of magnitudes (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

feeds = {"x": np.float32([-1, 3])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 1)
node = helper.make_node("LpNormalization", ["x"], ["out"], p=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 22)], ir_version=10)
checker.check_model(model)

expected = [-0.25, 0.75]
print("expected", expected, flush=True)
result = ReferenceEvaluator(model).run(None, feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
