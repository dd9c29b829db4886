"""OV-219: LRN of an even size leaves out the last channel of each region (CPU)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

feeds = {"x": np.float32([1, 1, 1, 2]).reshape(1, 4, 1, 1)}
inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4, 1, 1])]
output = helper.make_tensor_value_info("out", TensorProto.FLOAT, [None] * 4)
node = helper.make_node("LRN", ["x"], ["out"], size=2, alpha=2.0, beta=1.0, bias=0.0)
model = helper.make_model(helper.make_graph([node], "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8)

expected = [0.5, 0.5, 0.2, 0.5]
print("expected", expected, flush=True)
result = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")(feeds)[0]
got = np.round(result.astype(np.float64), 3).reshape(-1).tolist()
print("got     ", got)
raise SystemExit(got != expected)
