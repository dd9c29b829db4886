"""ORT-18: Cast to INT4 and UINT4 rounds halves away from 0."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [3])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [3])


def through(type):
    nodes = [helper.make_node("Cast", ["x"], ["a"], to=type), helper.make_node("Cast", ["a"], ["y"], to=TensorProto.FLOAT)]
    model = helper.make_model(helper.make_graph(nodes, "graph", [x], [y]), opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    checker.check_model(model, full_check=True)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": np.float32([0.75, 2.5, 6.5])})[0].tolist()


expected = [[1.0, 2.0, 6.0], [1.0, 2.0, 6.0]]
print("expected", expected, flush=True)
got = [through(TensorProto.INT4), through(TensorProto.UINT4)]
print("got     ", got)
raise SystemExit(got != expected)
