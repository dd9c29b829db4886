"""ORT-6: Einsum with a capital letter and without an output in the equation is refused (ONNX Runtime)."""

import numpy as np
import onnxruntime
from onnx import TensorProto, checker, helper


def run(equation):
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in (("x", [1, 2]), ("y", ["r", "c"])))
    graph = helper.make_graph([helper.make_node("Einsum", ["x"], ["y"], equation=equation)], "graph", [x], [y])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    checker.check_model(model, full_check=True)
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        return session.run(None, {"x": np.float32([[3, 4]])})[0].tolist()
    except Exception:
        return "an error"


expected = [[[3.0, 4.0]], [[3.0], [4.0]], [[3.0], [4.0]]]
print("expected", expected, flush=True)
got = [run("Ab"), run("bA->Ab"), run("bA")]
print("got     ", got)
raise SystemExit(got != expected)
