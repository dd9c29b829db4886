"""ONNX-6: shape inference of an Einsum with two ellipses in one term does not end (onnx)."""

import multiprocessing

from onnx import TensorProto, helper, shape_inference


def infer(model):
    try:
        shape_inference.infer_shapes(model, strict_mode=True)
    except shape_inference.InferenceError:
        return  # as expected


x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in (("x", [2]), ("y", None)))
graph = helper.make_graph([helper.make_node("Einsum", ["x"], ["y"], equation="......")], "graph", [x], [y])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)

print("expected an error", flush=True)
process = multiprocessing.Process(target=infer, args=(model,))
process.start()
process.join(10)
got = "no answer in 10 seconds" if process.is_alive() else "an error"
process.kill()
print("got     ", got)
raise SystemExit(got != "an error")
