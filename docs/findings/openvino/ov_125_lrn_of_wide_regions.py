"""OV-125: LRN of regions of 5 channels (reader)."""

import numpy as np
import openvino as ov
from onnx import helper

feeds = {"x": np.float32([[[[1]], [[2]], [[3]], [[4]], [[5]], [[6]]]])}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("out", helper.np_dtype_to_tensor_dtype(np.dtype(np.float32)), None)
node = helper.make_node("LRN", ["x"], ["out"], size=5, alpha=5.0, beta=1.0, bias=1.0)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8)

expected = [0.067, 0.065, 0.054, 0.044, 0.057, 0.077]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = np.round(result.astype(np.float64), 3).reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
