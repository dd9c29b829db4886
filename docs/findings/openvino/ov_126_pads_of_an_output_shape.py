"""OV-126: ConvTranspose with output_shape and SAME_UPPER pads the other side (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([[[1, 10]]]), "w": np.float32([[[1, 2]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 3)
node = helper.make_node("ConvTranspose", ["x", "w"], ["out"], strides=[2], output_shape=[3], auto_pad="SAME_UPPER")
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 11)], ir_version=8)

expected = [1.0, 2.0, 10.0]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
