"""OV-107: a cycle in an ONNX graph becomes an input of the model if the model is a file (reader)."""

import os
import tempfile

import onnx
import openvino as ov
from onnx import TensorProto, helper

x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xy")
# y depends on z, and z on y.
nodes = [helper.make_node("Add", ["x", "y"], ["z"]), helper.make_node("Neg", ["z"], ["y"])]
graph = helper.make_graph(nodes, "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)

expected = ["an error", "an error"]  # read from memory, and from a file
print("expected", expected, flush=True)
file = os.path.join(tempfile.mkdtemp(), "model.onnx")
onnx.save(model, file)
got = []
for source in (model.SerializeToString(), file):
    try:
        compiled = ov.Core().compile_model(ov.Core().read_model(source), "CPU")
        got.append("inputs: " + " ".join(sorted(port.any_name for port in compiled.inputs)))
    except RuntimeError:
        got.append("an error")
print("got     ", got)
raise SystemExit(got != expected)
