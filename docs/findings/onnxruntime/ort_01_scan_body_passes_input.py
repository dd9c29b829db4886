"""ORT-1: a Scan whose body passes an input through does not write its output (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


# The body is empty: its output is its input.
body = helper.make_graph([], "body", [value("x")], [value("x")])
scan = helper.make_node("Scan", ["X"], ["Y"], body=body, num_scan_inputs=1)
graph = helper.make_graph([scan], "graph", [value("X", 3)], [value("Y", 3)])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[7, 8, 9]]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
feeds = {"X": np.int64([7, 8, 9])}
got = [output.tolist() for output in session.run(None, feeds)]
print("got     ", got)
raise SystemExit(got != expected)
