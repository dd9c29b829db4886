"""ORT-9: NonMaxSuppression removes a box whose score equals the threshold."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

boxes, scores = np.float32([[[0, 0, 1, 1], [0, 2, 1, 3]]]), np.float32([[[0.5, 0.25]]])
shapes = {"boxes": [1, 2, 4], "scores": [1, 1, 2]}
inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
output = helper.make_tensor_value_info("selected", TensorProto.INT64, ["n", 3])
constants = [numpy_helper.from_array(number, name) for name, number in (
    ("most", np.int64([2])), ("iou", np.float32([0.5])), ("least_score", np.float32([0.25])))]
node = helper.make_node("NonMaxSuppression", ["boxes", "scores", "most", "iou", "least_score"], ["selected"])
graph = helper.make_graph([node], "graph", inputs, [output], constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

# The boxes do not overlap, and no score is less than 0.25.
expected = [[0, 0, 0], [0, 0, 1]]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = session.run(None, {"boxes": boxes, "scores": scores})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
