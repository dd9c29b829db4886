"""OV-114: A Sum, Max or Min of one operand loses the name of the model's input (an ONNX model)."""

import pathlib
import tempfile

import numpy as np
import openvino
from onnx import TensorProto, checker, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])
graph = helper.make_graph([helper.make_node("Sum", ["x"], ["y"])], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [3.0, 5.0]
print("expected", expected, flush=True)
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "model.onnx"
    path.write_bytes(model.SerializeToString())
    compiled = openvino.Core().compile_model(openvino.Core().read_model(path), "CPU")
request = compiled.create_infer_request()
try:
    request.set_tensor("x", openvino.Tensor(np.float32(expected)))
    request.infer()
    got = request.get_output_tensor(0).data.tolist()
except RuntimeError:
    got = "error"
print("got     ", got)
raise SystemExit(got != expected)
