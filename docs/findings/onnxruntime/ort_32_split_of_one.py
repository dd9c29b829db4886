"""ORT-32: SplitToSequence with keepdims = 0 removes the axis, although a size is given."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper

feeds = {"x": np.float32([[1, 2], [3, 4]]), "size": np.int64(1), "position": np.int64(0)}
inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape) for name, value in feeds.items()]
output = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["a", "b"])
nodes = [helper.make_node("SplitToSequence", ["x", "size"], ["s"], axis=0, keepdims=0), helper.make_node("SequenceAt", ["s", "position"], ["y"])]
model = helper.make_model(helper.make_graph(nodes, "graph", inputs, [output]), opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [1, 2]
print("expected", expected, flush=True)
feeds = {name: np.asarray(value) for name, value in feeds.items()}
result = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, feeds)[0]
got = list(result.shape)
print("got     ", got)
raise SystemExit(got != expected)
