"""ORT-7: Einsum whose ellipses cover different numbers of axes ends the process (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

shapes = {"a": [2, 1, 4, 3], "b": [3, 2, 2, 1]}  # the ellipsis is 2 axes of a and 3 axes of b
a, b, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shapes.get(name)) for name in "aby")
node = helper.make_node("Einsum", ["a", "b"], ["y"], equation="a...b,b...->a...")
graph = helper.make_graph([node], "graph", [a, b], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)

expected = "an error"
print("expected", expected, flush=True)
try:
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    got = session.run(None, {name: np.ones(shape, np.float32) for name, shape in shapes.items()})[0].shape
except Exception:
    got = "an error"
print("got     ", got)
raise SystemExit(got != expected)
