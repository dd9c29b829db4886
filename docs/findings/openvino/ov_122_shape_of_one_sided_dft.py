"""OV-122: A one-sided DFT has one axis too many (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([[[3], [5]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 3)
node = helper.make_node("DFT", ["x"], ["out"], onesided=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

expected = [1, 2, 2]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = list(result.shape)
print("got     ", got)
raise SystemExit(got != expected)
