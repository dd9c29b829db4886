"""ONNX-7: Resize to one element takes position -1/2 with pytorch_half_pixel (onnx.reference)."""

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
sizes = helper.make_tensor("sizes", TensorProto.INT64, [2], [1, 1])
node = helper.make_node("Resize", ["x", "", "", "sizes"], ["y"], mode="cubic",
                        coordinate_transformation_mode="pytorch_half_pixel")
graph = helper.make_graph([node], "graph", [x], [y], [sizes])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])

expected = [32.0]  # the element at position 0
print("expected", expected)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([[32, 64, 0, 96]])})[0].flatten().tolist()
print("got     ", got)
raise SystemExit(got != expected)
