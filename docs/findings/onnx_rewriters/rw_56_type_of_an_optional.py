"""RW-56: onnxslim: an Optional without a value loses its type."""

import onnxslim
from onnx import TensorProto, helper

node = helper.make_node("Optional", [], ["o"])
attribute = node.attribute.add(name="type")
attribute.type = attribute.TYPE_PROTO
attribute.tp.CopyFrom(helper.make_tensor_type_proto(TensorProto.FLOAT, [1]))
has = helper.make_node("OptionalHasElement", ["o"], ["y"])
graph = helper.make_graph([node, has], "g", [], [helper.make_tensor_value_info("y", TensorProto.BOOL, [])])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)

got = [attribute.name for attribute in onnxslim.slim(model).graph.node[0].attribute]
expected = ["type"]
print("expected", expected)
print("got     ", got)
raise SystemExit(got != expected)
