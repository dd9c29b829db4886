"""OV-125: LRN drops the fraction of its bias (CPU)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([[[[2]]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("LRN", ["x"], ["out"], size=1, alpha=1.0, beta=1.0, bias=0.5)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8)

expected = [0.444]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = np.round(result.astype(np.float64), 3).reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
