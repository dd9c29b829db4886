"""ORT-14: ConvTranspose with auto_pad and a kernel shorter than the stride is too short."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

x, w = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 1, size]) for name, size in (("x", 2), ("w", 1)))
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 1, "n"])
node = helper.make_node("ConvTranspose", ["x", "w"], ["y"], strides=[3], auto_pad="SAME_UPPER")
model = helper.make_model(helper.make_graph([node], "graph", [x, w], [y]),
                          opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

# The output has 2 * 3 elements. The total padding is 3 * (2 - 1) + 1 - 6 = -2, and -1 at each side.
expected = [0.0, 5.0, 0.0, 0.0, 6.0, 0.0]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = session.run(None, {"x": np.float32([[[5, 6]]]), "w": np.float32([[[1]]])})[0].ravel().tolist()
print("got     ", got)
raise SystemExit(got != expected)
