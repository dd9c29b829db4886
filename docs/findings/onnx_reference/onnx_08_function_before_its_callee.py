"""ONNX-8: a function that calls a later function of the model is refused (onnx.reference)."""

import numpy as np
from onnx import TensorProto, checker, helper
from onnx.reference import ReferenceEvaluator

DOMAINS = [helper.make_opsetid("", 18), helper.make_opsetid("local", 1)]


def function(name, called, domain):
    node = helper.make_node(called, ["a"], ["b"], domain=domain)
    return helper.make_function("local", name, ["a"], ["b"], [node], DOMAINS)


def run(functions):
    x, y = (helper.make_tensor_value_info(name, TensorProto.INT64, []) for name in "xy")
    graph = helper.make_graph([helper.make_node("outer", ["x"], ["y"], domain="local")], "graph", [x], [y])
    model = helper.make_model(graph, opset_imports=DOMAINS, functions=functions, ir_version=8)
    checker.check_model(model, full_check=True)
    try:
        return ReferenceEvaluator(model).run(None, {"x": np.array(7)})[0].tolist()
    except Exception:
        return "an error"


# `outer` calls `inner`. The two models differ only in the order of their functions.
outer, inner = function("outer", "inner", "local"), function("inner", "Neg", "")
expected = [-7, -7]
print("expected", expected, flush=True)
got = [run([inner, outer]), run([outer, inner])]
print("got     ", got)
raise SystemExit(got != expected)
