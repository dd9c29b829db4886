"""OV-123: Indices of MaxPool are in row-major order with storage_order = 1 (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([[[[1, 2], [3, 0]]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.INT64, [None] * 4)
node = helper.make_node("MaxPool", ["x"], ["y", "out"], kernel_shape=[1, 2], storage_order=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 12)], ir_version=8)

expected = [2, 1]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
