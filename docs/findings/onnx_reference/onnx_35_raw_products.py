"""ONNX-35: Attention with softcap shows capped products as the raw ones (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

feeds = {"q": np.float32([[[[2]]]]), "k": np.float32([[[[4]]]]), "v": np.float32([[[[3]]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("Attention", ["q", "k", "v"], ["y", "", "", "out"], softcap=1.0, qk_matmul_output_mode=0)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 24)], ir_version=11)
checker.check_model(model)

expected = [8.0]
print("expected", expected, flush=True)
result = ReferenceEvaluator(model).run(None, feeds)[0]
got = np.round(result.astype(np.float64), 3).reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
