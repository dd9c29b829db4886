"""OV-223: indices outside of the axis are no error in ONNX's operators (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([1, 2, 3]), "i": np.int64([0, 3])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [2])
node = helper.make_node("Gather", ["x", "i"], ["out"])
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8)

print("expected an error", flush=True)
got = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0].tolist()
print("got     ", got)
raise SystemExit(1)
