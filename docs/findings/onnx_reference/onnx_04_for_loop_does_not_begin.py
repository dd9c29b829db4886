"""ONNX-4: a Loop without an initial condition runs no iteration (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# The input "" is the initial condition. Three iterations double a.
condition = value("c", type=TensorProto.BOOL)
add = helper.make_node("Add", ["a", "a"], ["doubled"])
body = helper.make_graph([add], "body", [value("k"), condition, value("a")], [condition, value("doubled")])
loop = helper.make_node("Loop", ["M", "", "A"], ["last"], body=body)
graph = helper.make_graph([loop], "graph", [value("M"), value("A")], [value("last")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [8]
print("expected", expected, flush=True)
session = ReferenceEvaluator(model)
feeds = {"M": np.array(3), "A": np.array(1)}
got = [output.tolist() for output in session.run(None, feeds)]
print("got     ", got)
raise SystemExit(got != expected)
