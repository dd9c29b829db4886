"""ORT-19: Range of large integers counts its elements in double."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper


def value(name, *shape):
    return helper.make_tensor_value_info(name, TensorProto.INT64, shape)


node = helper.make_node("Range", ["start", "limit", "delta"], ["y"])
graph = helper.make_graph([node], "graph", [value("start"), value("limit"), value("delta")], [value("y", "n")])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
checker.check_model(model, full_check=True)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


def numbers(start):
    return session.run(None, {"start": np.array(start), "limit": np.array(start + 7), "delta": np.array(3)})[0].tolist()


expected = [[5, 8, 11], [2**62, 2**62 + 3, 2**62 + 6]]
print("expected", expected, flush=True)
got = [numbers(5), numbers(2**62)]
print("got     ", got)
raise SystemExit(got != expected)
