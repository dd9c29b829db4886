"""ORT-16: Resize with keep_aspect_ratio_policy does not resize a negative axis."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper


def resize(axis):
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4])
    sizes = helper.make_tensor_value_info("sizes", TensorProto.INT64, [1])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["a", "b"])
    node = helper.make_node("Resize", ["x", "", "", "sizes"], ["y"], axes=[axis], keep_aspect_ratio_policy="not_larger")
    model = helper.make_model(helper.make_graph([node], "graph", [x, sizes], [y]),
                              opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": np.float32([[1, 2, 3, 4]]), "sizes": np.int64([2])})[0].ravel().tolist()


# Both are the same axis.
expected = [[1.0, 3.0], [1.0, 3.0]]
print("expected", expected, flush=True)
got = [resize(1), resize(-1)]
print("got     ", got)
raise SystemExit(got != expected)
