"""OV-124: Resize ignores antialias (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([[[[0, 8, 0, 0]]]]), "scales": np.float32([1, 1, 1, 0.5])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("Resize", ["x", "", "scales"], ["out"], mode="linear", antialias=1)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 18)], ir_version=8)

expected = [3.0, 1.0]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = result.reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
