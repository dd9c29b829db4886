"""ORT-2: a Loop whose body passes the iteration number on gives the number of iterations (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# The body passes the iteration number k to the state a, and a to the scan output.
condition = value("c", type=TensorProto.BOOL)
body = helper.make_graph([], "body", [value("k"), condition, value("a")], [condition, value("k"), value("a")])
loop = helper.make_node("Loop", ["M", "C", "A"], ["last", "scan"], body=body)
inputs = [value("M"), value("C", type=TensorProto.BOOL), value("A")]
graph = helper.make_graph([loop], "graph", inputs, [value("last"), value("scan", None)])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [2, [7, 0, 1]]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
feeds = {"M": np.array(3), "C": np.array(True), "A": np.array(7)}
got = [output.tolist() for output in session.run(None, feeds)]
print("got     ", got)
raise SystemExit(got != expected)
