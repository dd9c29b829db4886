"""OV-121: DFT-20 transforms axis 1, whatever its axis is (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

axis = helper.make_tensor("axis", TensorProto.INT64, [], [0])
feeds = {"x": np.float32([[[3]], [[5]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 3)
node = helper.make_node("DFT", ["x", "", "axis"], ["out"])
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output], [axis]), opset_imports=[helper.make_opsetid("", 20)], ir_version=10)

expected = [8.0, 0.0, -2.0, 0.0]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
