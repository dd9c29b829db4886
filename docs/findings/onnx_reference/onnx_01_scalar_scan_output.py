"""ONNX-1: a Loop's scan output of scalars has one axis too many (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


condition = value("c", type=TensorProto.BOOL)
add = helper.make_node("Add", ["k", "k"], ["doubled"])
body = helper.make_graph([add], "body", [value("k"), condition], [condition, value("doubled")])
loop = helper.make_node("Loop", ["M", "C"], ["scan"], body=body)
inputs = [value("M"), value("C", type=TensorProto.BOOL)]
graph = helper.make_graph([loop], "graph", inputs, [value("scan", None)])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[0, 2, 4]]
print("expected", expected, flush=True)
session = ReferenceEvaluator(model)
feeds = {"M": np.array(3), "C": np.array(True)}
got = [output.tolist() for output in session.run(None, feeds)]
print("got     ", got)
raise SystemExit(got != expected)
