"""OV-105: an If of a scalar and a vector gives the scalar as a vector of one element (ONNX)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# If C, the value is the vector A, otherwise the scalar B. The output is the shape of the value.
then = helper.make_graph([helper.make_node("Identity", ["A"], ["a"])], "then", [], [value("a", 2)])
otherwise = helper.make_graph([helper.make_node("Identity", ["B"], ["b"])], "otherwise", [], [value("b")])
choice = helper.make_node("If", ["C"], ["z"], then_branch=then, else_branch=otherwise)
shape = helper.make_node("Shape", ["z"], ["shape"])
inputs = [value("C", type=TensorProto.BOOL), value("A", 2), value("B")]
graph = helper.make_graph([choice, shape], "graph", inputs, [value("shape", "rank")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[2], []]
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
feeds = {"A": np.int64([1, 2]), "B": np.array(3)}
got = [compiled({"C": np.array(c), **feeds})[0].tolist() for c in (True, False)]
print("got     ", got)
raise SystemExit(got != expected)
