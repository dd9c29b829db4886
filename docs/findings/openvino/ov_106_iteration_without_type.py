"""OV-106: an ONNX Loop whose body does not declare the type of the iteration number is refused (CPU plugin)."""

import numpy as np
import onnx
import openvino as ov
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# The body adds the iteration number k to a. Only a and the condition have declared types.
condition, without_type = value("c", type=TensorProto.BOOL), onnx.ValueInfoProto(name="k")
add = helper.make_node("Add", ["a", "k"], ["sum"])
body = helper.make_graph([add], "body", [without_type, condition, value("a")], [condition, value("sum")])
loop = helper.make_node("Loop", ["M", "C", "A"], ["last"], body=body)
inputs = [value("M"), value("C", type=TensorProto.BOOL), value("A")]
graph = helper.make_graph([loop], "graph", inputs, [value("last")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = 8
print("expected", expected, flush=True)
try:
    compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
    got = int(compiled([np.array(3), np.array(True), np.array(5)])[0])
except RuntimeError:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
