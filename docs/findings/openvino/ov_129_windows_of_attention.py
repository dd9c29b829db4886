"""OV-129: Attention-25 ignores its windows (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"q": np.float32([[[[0], [0]]]]), "k": np.float32([[[[0], [0]]]]), "v": np.float32([[[[3], [7]]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("Attention", ["q", "k", "v"], ["out"], right_window_size=0)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 25)], ir_version=11)

expected = [3.0, 5.0]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
