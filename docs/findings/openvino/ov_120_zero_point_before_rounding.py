"""OV-120: QuantizeLinear adds the zero point before it rounds (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([0.5, 1.5]), "scale": np.float32(1), "zero": np.uint8(1)}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.UINT8, [None] * 1)
node = helper.make_node("QuantizeLinear", ["x", "scale", "zero"], ["out"])
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8)

expected = [1, 3]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
