"""OV-108: a name that two nodes of an ONNX graph give is accepted (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper

x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xy")
nodes = [helper.make_node(kind, operands, [name]) for kind, operands, name in (
    ("Abs", ["x"], "a"), ("Neg", ["x"], "a"), ("Add", ["a", "x"], "y"))]
graph = helper.make_graph(nodes, "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)

expected = "an error"
print("expected", expected, flush=True)
try:
    compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
    got = compiled([np.float32([3, -4])])[0].tolist()
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
