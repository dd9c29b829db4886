"""ORT-4: a Scan along axis 1 of no positions ends the process (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper


def value(name, *shape, type=TensorProto.INT64):
    return helper.make_tensor_value_info(name, type, shape)


identity = helper.make_node("Identity", ["x"], ["y"])
body = helper.make_graph([identity], "body", [value("x", 2, 1)], [value("y", 2, 1)])
axes = {"scan_input_axes": [1], "scan_output_axes": [1]}
scan = helper.make_node("Scan", ["X"], ["Y"], body=body, num_scan_inputs=1, **axes)
graph = helper.make_graph([scan], "graph", [value("X", 2, "n", 1)], [value("Y", 2, "n", 1)])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)

expected = [[[], []]]
print("expected", expected, flush=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
feeds = {"X": np.zeros((2, 0, 1), np.int64)}
got = [output.tolist() for output in session.run(None, feeds)]
print("got     ", got)
raise SystemExit(got != expected)
