"""ORT-11: Slice backward to the end 2147483647 selects elements down to the first."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in (("x", [3]), ("y", ["n"])))
lists = [helper.make_tensor_value_info(name, TensorProto.INT64, [1]) for name in ("starts", "ends", "axes", "steps")]
node = helper.make_node("Slice", ["x", "starts", "ends", "axes", "steps"], ["y"])
model = helper.make_model(helper.make_graph([node], "graph", [x, *lists], [y]),
                          opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


def select(end):
    numbers = {"starts": 1, "ends": end, "axes": 0, "steps": -1}
    feed = {"x": np.float32([10, 20, 30]), **{name: np.int64([number]) for name, number in numbers.items()}}
    return session.run(None, feed)[0].tolist()


# Both ends are clamped to 2, the position of the last element, which is after the start.
expected = [[], []]
print("expected", expected, flush=True)
got = [select(2147483646), select(2147483647)]
print("got     ", got)
raise SystemExit(got != expected)
