"""ONNX-3: a Loop of no iteration with a scan output is an error (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


condition = value("c", type=TensorProto.BOOL)
identity = helper.make_node("Identity", ["a"], ["s"])
inputs = [value("k"), condition, value("a")]
body = helper.make_graph([identity], "body", inputs, [condition, value("a"), value("s")])
loop = helper.make_node("Loop", ["M", "C", "A"], ["last", "scan"], body=body)
inputs = [value("M"), value("C", type=TensorProto.BOOL), value("A")]
graph = helper.make_graph([loop], "graph", inputs, [value("last"), value("scan", None)])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [7, []]
print("expected", expected, flush=True)
session = ReferenceEvaluator(model)
feeds = {"M": np.array(0), "C": np.array(True), "A": np.array(7)}
got = [output.tolist() for output in session.run(None, feeds)]
print("got     ", got)
raise SystemExit(got != expected)
