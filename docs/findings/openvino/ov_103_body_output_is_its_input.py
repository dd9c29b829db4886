"""OV-103: an ONNX body with an output that is its input is refused if the model is a file (reader)."""

import os
import tempfile

import numpy as np
import onnx
import openvino as ov
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# The body of the Loop passes its condition on. Three iterations double a.
condition = value("c", type=TensorProto.BOOL)
add = helper.make_node("Add", ["a", "a"], ["doubled"])
body = helper.make_graph([add], "body", [value("k"), condition, value("a")], [condition, value("doubled")])
loop = helper.make_node("Loop", ["M", "C", "A"], ["last"], body=body)
inputs = [value("M"), value("C", type=TensorProto.BOOL), value("A")]
graph = helper.make_graph([loop], "graph", inputs, [value("last")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [8, 8]  # read from memory, and from a file
print("expected", expected, flush=True)
file = os.path.join(tempfile.mkdtemp(), "model.onnx")
onnx.save(model, file)
got = []
for source in (model.SerializeToString(), file):
    try:
        compiled = ov.Core().compile_model(ov.Core().read_model(source), "CPU")
        got.append(int(compiled([np.array(3), np.array(True), np.array(1)])[0]))
    except RuntimeError:
        got.append("an error")
print("got     ", got)
raise SystemExit(got != expected)
