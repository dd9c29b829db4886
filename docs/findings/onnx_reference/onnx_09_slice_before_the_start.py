"""ONNX-9: Slice backward from before the first element selects nothing (onnx.reference)."""

import numpy as np
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in (("x", [3]), ("y", ["n"])))
lists = [helper.make_tensor_value_info(name, TensorProto.INT64, [1]) for name in ("starts", "ends", "axes", "steps")]
node = helper.make_node("Slice", ["x", "starts", "ends", "axes", "steps"], ["y"])
model = helper.make_model(helper.make_graph([node], "graph", [x, *lists], [y]),
                          opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
numbers = {"starts": -4, "ends": -9, "axes": 0, "steps": -1}

# Both get 3 added. Then -1 is clamped to the range from 0 to 2, and -6 to the range from -1 to 2.
expected = [10.0]
print("expected", expected, flush=True)
feed = {"x": np.float32([10, 20, 30]), **{name: np.int64([number]) for name, number in numbers.items()}}
got = ReferenceEvaluator(model).run(None, feed)[0].tolist()
print("got     ", got)
raise SystemExit(got != expected)
