"""ORT-5: a body's condition of two elements is accepted (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# The body's condition is D, which has two elements in both runs.
condition, both = value("c", type=TensorProto.BOOL), value("d", "n", type=TensorProto.BOOL)
nodes = [helper.make_node("Add", ["a", "a"], ["doubled"]), helper.make_node("Identity", ["D"], ["d"])]
body = helper.make_graph(nodes, "body", [value("k"), condition, value("a")], [both, value("doubled")])
loop = helper.make_node("Loop", ["M", "", "A"], ["last"], body=body)
inputs = [value("M"), value("A"), value("D", "n", type=TensorProto.BOOL)]
graph = helper.make_graph([loop], "graph", inputs, [value("last")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = ["an error", "an error"]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
got = []
for d in ([False, True], [True, False]):
    feeds = {"M": np.array(3), "A": np.array(1), "D": np.array(d)}
    try:
        got += [output.tolist() for output in session.run(None, feeds)]
    except Exception:
        got.append("an error")
print("got     ", got)
raise SystemExit(got != expected)
