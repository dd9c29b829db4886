"""ORT-30: Attention refuses a mask that is shorter than the keys."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper

feeds = {"q": np.float32([[[[0]]]]), "k": np.float32([[[[1], [2]]]]), "v": np.float32([[[[3], [7]]]]), "mask": np.float32([[0]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("Attention", ["q", "k", "v", "mask"], ["out"])
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 24)], ir_version=11)
checker.check_model(model)

expected = [3.0]
print("expected", expected, flush=True)
result = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
