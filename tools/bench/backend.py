"""The same work in OpenVINO and ONNX Runtime; run by bench.py under BACKEND_PYTHON.

    backend.py openvino|evaluate|onnxruntime MODEL [--weights FILE] [NAME=INTEGER | NAME=1x512 ...]
         Run the model once for each line of input and print the seconds and KiB. Give the shape of an input if the
         model leaves it open.
     backend.py write-lstm WEIGHTS OUT.xml
         Write the page's LSTM as a Loop over primitives.
"""

import pathlib
import resource
import sys
import time

import numpy as np

def tensors(inputs, given):
    """One array for each name: the given integer, otherwise zeros.

    inputs  name: (shape, element type)
    """
    arrays = {}
    for name, (shape, kind) in inputs.items():
        text = given.get(name, "")
        if text and "x" not in text:
            arrays[name] = np.array(int(text), np.int64)
        else:
            arrays[name] = np.zeros([int(size) for size in text.split("x")] if text else shape, kind)
    return arrays


def openvino_inputs(model, given):
    return tensors({port.any_name: (None if port.partial_shape.is_dynamic else list(port.shape), port.element_type.to_dtype())
                    for port in model.inputs}, given)


def openvino_run(path, weights, given):
    import openvino as ov

    core = ov.Core()
    settings = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 2}
    compiled = core.compile_model(core.read_model(str(path), weights or ""), "CPU", settings)
    inputs = openvino_inputs(compiled, given)
    request = compiled.create_infer_request()
    return lambda: request.infer(inputs)


def evaluate_run(path, weights, given):
    import openvino as ov

    model = ov.Core().read_model(str(path), weights or "")
    inputs = openvino_inputs(model, given)
    values = [ov.Tensor(inputs[port.any_name]) for port in model.inputs]

    def run():
        outputs = [ov.Tensor(port.element_type, ov.Shape([0])) if port.partial_shape.is_dynamic else
                   ov.Tensor(port.element_type, port.shape) for port in model.outputs]
        if not model.evaluate(outputs, values):
            raise RuntimeError("Model.evaluate failed")

    return run


def layer_model(name, weights):
    """The benchmark's models of one operator, whose constants are in the file of weights."""
    from onnx import TensorProto, helper, numpy_helper

    data = np.fromfile(weights, np.float32, 1024 * 768 + 1024, offset=16)
    first = 0

    def constant(tag, shape):
        nonlocal first
        first += np.prod(shape)
        return numpy_helper.from_array(data[first - np.prod(shape):first].reshape(shape), tag)

    if name == "matmul":
        shapes, constants = {"a": [256, 256]}, [constant("b", [256, 256])]
        node = helper.make_node("MatMul", ["a", "b"], ["y"])
    elif name == "convolution":
        shapes, constants = {"x": [1, 64, 56, 56]}, [constant("w", [64, 64, 3, 3])]
        node = helper.make_node("Conv", ["x", "w"], ["y"], pads=[1, 1, 1, 1])
    else:
        shapes = {"x": [25, 1, 512], "h": [1, 1, 256], "c": [1, 1, 256]}
        constants = [constant("w", [1, 1024, 512]), constant("r", [1, 1024, 256]),
                     numpy_helper.from_array(np.concatenate([data[-1024:], np.zeros(1024, np.float32)])[None], "b")]
        node = helper.make_node("LSTM", ["x", "w", "r", "b", "", "h", "c"], ["y"], hidden_size=256)
    inputs = [helper.make_tensor_value_info(tag, TensorProto.FLOAT, shape) for tag, shape in shapes.items()]
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph([node], name, inputs, [output], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)


def loop_model(name):
    """The benchmark's loops in ONNX."""
    from onnx import TensorProto, helper

    def value(tag, shape, kind=TensorProto.FLOAT):
        return helper.make_tensor_value_info(tag, kind, shape)

    one = helper.make_node("Constant", [], ["one"], value_float=1.0)
    if name in ("add_loop", "scan_loop"):
        scan = name == "scan_loop"
        shape = [1] if scan else []
        body = helper.make_graph(
            [one, helper.make_node("Add", ["xi", "one"], ["xo"]), helper.make_node("Identity", ["ci"], ["co"]),
             *([helper.make_node("Identity", ["xo"], ["so"])] if scan else [])],
            "body", [value("i", [], TensorProto.INT64), value("ci", [], TensorProto.BOOL), value("xi", shape)],
            [value("co", [], TensorProto.BOOL), value("xo", shape), *([value("so", shape)] if scan else [])])
        loop = helper.make_node("Loop", ["trip", "", "x"], ["y", *(["s"] if scan else [])], body=body)
        graph = helper.make_graph([loop], name, [value("trip", [], TensorProto.INT64), value("x", shape)],
                                  [value("y", shape), *([value("s", None)] if scan else [])])
    else:
        direction = [1] if name == "parts_reverse" else [0]
        body = helper.make_graph(
            [helper.make_node("Add", ["hi", "xi"], ["ho"]), helper.make_node("Identity", ["ho"], ["so"])], "body",
            [value("hi", [8]), value("xi", [8])], [value("ho", [8]), value("so", [8])])
        scan = helper.make_node("Scan", ["h", "X"], ["y", "s"], body=body, num_scan_inputs=1,
                                scan_input_directions=direction, scan_output_directions=direction)
        graph = helper.make_graph([scan], name, [value("X", [100000, 8]), value("h", [8])], [value("y", [8]), value("s", None)])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)


def onnxruntime_model(path, weights):
    path = pathlib.Path(path)
    if path.suffix == ".onnx":
        return str(path)
    model = layer_model(path.stem, weights) if weights else loop_model(path.stem)
    return model.SerializeToString()


def onnxruntime_run(path, weights, given):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(onnxruntime_model(path, weights), options, providers=["CPUExecutionProvider"])
    kinds = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(int32)": np.int32}
    inputs = tensors({port.name: (port.shape, kinds[port.type]) for port in session.get_inputs()}, given)
    return lambda: session.run(None, inputs)


def write_lstm(weights, path):
    import openvino as ov
    from openvino import opset13 as op

    data = np.fromfile(weights, np.float32, 1024 * 768 + 1024, offset=16)
    joined, bias = data[:1024 * 768].reshape(1024, 768), data[1024 * 768:]
    x = op.parameter([1, 25, 512], np.float32, "x")
    h, c = op.parameter([1, 256], np.float32, "h"), op.parameter([1, 256], np.float32, "c")
    xi = op.parameter([1, 1, 512], np.float32, "xi")
    hi, ci = op.parameter([1, 256], np.float32, "hi"), op.parameter([1, 256], np.float32, "ci")
    joint = op.concat([op.reshape(xi, np.array([1, 512]), False), hi], 1)
    gates = op.split(op.add(op.matmul(joint, op.constant(joined), False, True), op.constant(bias)), 1, 4)
    forget, update, cell, out = gates.outputs()
    co = op.add(op.multiply(op.sigmoid(forget), ci), op.multiply(op.sigmoid(update), op.tanh(cell)))
    ho = op.multiply(op.sigmoid(out), op.tanh(co))
    results = [op.result(op.constant(True)), op.result(ho), op.result(co),
               op.result(op.reshape(ho, np.array([1, 1, 256]), False))]
    loop = op.loop(op.constant(np.int64(25)).output(0), op.constant(True).output(0))
    loop.set_function(ov.Model(results, [xi, hi, ci], "body"))
    loop.set_special_body_ports([-1, 0])
    loop.set_sliced_input(xi, x.output(0), 0, 1, 1, -1, 1)
    loop.set_merged_input(hi, h.output(0), results[1].output(0))
    loop.set_merged_input(ci, c.output(0), results[2].output(0))
    y = loop.get_concatenated_slices(results[3].output(0), 0, 1, 1, -1, 1)
    ov.save_model(ov.Model([op.result(y)], [x, h, c], "lstm_loop"), path, compress_to_fp16=False)


def main():
    what, path, *rest = sys.argv[1:]
    if what == "write-lstm":
        return write_lstm(path, rest[0])
    weights = rest.pop(rest.index("--weights") + 1) if "--weights" in rest else None
    given = dict(pair.split("=") for pair in rest if pair != "--weights")
    run = {"openvino": openvino_run, "evaluate": evaluate_run, "onnxruntime": onnxruntime_run}[what](path, weights, given)
    for _ in sys.stdin:
        begin = time.perf_counter()
        run()
        seconds = time.perf_counter() - begin
        print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)


if __name__ == "__main__":
    main()
