"""ORT-13: pools ignore the dilation in auto_pad = SAME_UPPER and SAME_LOWER."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 1, 4])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 1, "n"])
node = helper.make_node("MaxPool", ["x"], ["y"], kernel_shape=[2], dilations=[2], auto_pad="SAME_UPPER")
model = helper.make_model(helper.make_graph([node], "graph", [x], [y]),
                          opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

# The size is kept: ceil(4 / 1) = 4. A window covers 3 positions.
expected = [2.0, 3.0, 8.0, 3.0]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.float32([[[1, 2, 3, 8]]])})[0].ravel().tolist()
print("got     ", got)
raise SystemExit(got != expected)
