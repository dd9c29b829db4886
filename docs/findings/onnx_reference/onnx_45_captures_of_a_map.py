"""ONNX-45: The body of a SequenceMap cannot use a value from around it."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator


def value(name, shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


body = helper.make_graph([helper.make_node("Add", ["e", "k"], ["f"])], "body", [value("e", [2])], [value("f", [2])])
nodes = [helper.make_node("SequenceConstruct", ["x"], ["s"]), helper.make_node("SequenceMap", ["s"], ["t"], body=body),
         helper.make_node("ConcatFromSequence", ["t"], ["y"], axis=0)]
graph = helper.make_graph(nodes, "graph", [value("x", [2]), value("k", [2])], [value("y", [2])])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [11.0, 22.0]
print("expected", expected, flush=True)
got = ReferenceEvaluator(model).run(None, {"x": np.float32([1, 2]), "k": np.float32([10, 20])})[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
