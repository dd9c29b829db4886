"""ORT-31: Attention shows the lowest number instead of -infinity as a hidden score."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper

feeds = {"q": np.float32([[[[1]]]]), "k": np.float32([[[[1], [2]]]]), "v": np.float32([[[[3], [7]]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("Attention", ["q", "k", "v"], ["y", "", "", "out"], is_causal=1, qk_matmul_output_mode=2)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 24)], ir_version=11)
checker.check_model(model)

expected = [1.0, -np.inf]
print("expected", expected, flush=True)
result = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
