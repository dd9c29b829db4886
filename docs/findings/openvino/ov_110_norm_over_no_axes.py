"""OV-110: ReduceL1 and ReduceL2 over no axes copy the data of an ONNX model (reader)."""

import numpy as np
import openvino as ov
from onnx import TensorProto, helper


def run(operator):
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xy")
    graph = helper.make_graph([helper.make_node(operator, ["x"], ["y"], noop_with_empty_axes=1)], "graph", [x], [y])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    compiled = ov.Core().compile_model(ov.Core().read_model(model.SerializeToString()), "CPU")
    return compiled([np.float32([-3, 4])])[0].tolist()


expected = [[3, 4], [3, 4]]
print("expected", expected, flush=True)
got = [run("ReduceL1"), run("ReduceL2")]
print("got     ", got)
raise SystemExit(got != expected)
