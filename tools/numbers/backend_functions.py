#!/usr/bin/env python3
"""Print the table of docs/bounds.md: the largest errors of Exp, Tanh and Sigmoid of two backends in f32.

An error is in ulp of the exact result, which is computed in long double, for 2^21 random numbers of a range.
"""

import numpy as np
import onnx.helper
import onnxruntime
import openvino

COUNT = 1 << 21
EXACT = {"Exp": np.exp, "Tanh": np.tanh, "Sigmoid": lambda x: 1 / (1 + np.exp(-x))}
RANGES = [("Exp", -87.3, 88.37), ("Exp", 88.38, 88.72), ("Exp", -103, -87.4), ("Tanh", -9, 9), ("Sigmoid", -8, 17), ("Sigmoid", -17, -8),
          ("Sigmoid", -40, -18), ("Sigmoid", -103, -88)]


def by_openvino(name, x):
    parameter = openvino.op.Parameter(openvino.Type.f32, openvino.Shape([COUNT]))
    model = openvino.Model([getattr(openvino.opset8, name.lower())(parameter)], [parameter])
    return openvino.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([x])[0]


def by_onnxruntime(name, x):
    of_floats = [onnx.helper.make_tensor_value_info(value, onnx.TensorProto.FLOAT, [COUNT]) for value in "xy"]
    graph = onnx.helper.make_graph([onnx.helper.make_node(name, ["x"], ["y"])], "g", of_floats[:1], of_floats[1:])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    return onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]


def words(y, exact):
    if np.isinf(y).any():
        return "infinity"
    ulp = np.spacing(np.abs(exact.astype(np.float32))).astype(np.longdouble)
    largest = float(np.max(np.abs(y - exact) / ulp))
    text = f"{largest:.1f} ulp" if largest < 1000 else "0" if not y.any() else f"off by {float(np.max(np.abs(y - exact))):.1g}"
    return text + (", or above 1" if (y > 1).any() and exact.max() < 1 else "")


def main():
    for name, low, high in RANGES:
        x = np.random.default_rng(1).uniform(low, high, COUNT).astype(np.float32)
        exact = EXACT[name](x.astype(np.longdouble))
        print(f"| {name} | {low} to {high} | {words(by_openvino(name, x), exact)} | {words(by_onnxruntime(name, x), exact)} |", flush=True)


main()
