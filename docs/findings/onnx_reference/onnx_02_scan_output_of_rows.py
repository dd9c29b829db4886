"""ONNX-2: a Loop's scan output of parts of shape [1, 2] has one axis too few (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# Both outputs of the body are 2 * a: the state and the scan output.
condition = value("c", type=TensorProto.BOOL)
nodes = [helper.make_node("Add", ["a", "a"], ["s"]), helper.make_node("Identity", ["s"], ["t"])]
inputs = [value("k"), condition, value("a", 1, 2)]
body = helper.make_graph(nodes, "body", inputs, [condition, value("s", 1, 2), value("t", 1, 2)])
loop = helper.make_node("Loop", ["M", "C", "A"], ["last", "scan"], body=body)
inputs = [value("M"), value("C", type=TensorProto.BOOL), value("A", 1, 2)]
graph = helper.make_graph([loop], "graph", inputs, [value("last", 1, 2), value("scan", None, 1, 2)])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[[4, 8]], [[[2, 4]], [[4, 8]]]]
print("expected", expected, flush=True)
session = ReferenceEvaluator(model)
feeds = {"M": np.array(2), "C": np.array(True), "A": np.int64([[1, 2]])}
got = [output.tolist() for output in session.run(None, feeds)]
print("got     ", got)
raise SystemExit(got != expected)
