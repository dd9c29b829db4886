"""OV-104: without an initial condition, the body's condition still ends an ONNX Loop (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# The input "" is the initial condition. The body's condition is false. Three iterations double a.
add = helper.make_node("Add", ["a", "a"], ["doubled"])
no = helper.make_node("Constant", [], ["no"], value=helper.make_tensor("", TensorProto.BOOL, [], [0]))
inputs = [value("k"), value("c", type=TensorProto.BOOL), value("a")]
body = helper.make_graph([add, no], "body", inputs, [value("no", type=TensorProto.BOOL), value("doubled")])
loop = helper.make_node("Loop", ["M", "", "A"], ["last"], body=body)
graph = helper.make_graph([loop], "graph", [value("M"), value("A")], [value("last")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = 8
print("expected", expected, flush=True)
compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
got = int(compiled([np.array(3), np.array(1)])[0])
print("got     ", got)
raise SystemExit(got != expected)
