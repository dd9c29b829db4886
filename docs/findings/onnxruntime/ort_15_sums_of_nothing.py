"""ORT-15: a reduction along an empty axis that is negative keeps the axis empty."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, "n"])
axes = helper.make_tensor_value_info("axes", TensorProto.INT64, [1])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["a", "b"])
model = helper.make_model(helper.make_graph([helper.make_node("ReduceSum", ["x", "axes"], ["y"])], "graph", [x, axes], [y]),
                          opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


def reduce(axis):
    return list(session.run(None, {"x": np.zeros([2, 0], np.float32), "axes": np.int64([axis])})[0].shape)


# Both are the same axis.
expected = [[2, 1], [2, 1]]
print("expected", expected, flush=True)
got = [reduce(1), reduce(-1)]
print("got     ", got)
raise SystemExit(got != expected)
