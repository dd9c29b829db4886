"""OpenVINO as a backend: its CPU plugin, or the reference implementation of Model.evaluate.

 openvino_backend.py [--reference] [--device CPU] [--threads 2] [--property NAME=VALUE ...] [--fresh-requests]
                     [--networks BACKEDGE]

It uses the Python wheel, not the C ABI: the binding returns errors as text and needs no compiler. The binding
converts arrays to the element type of an input, which would hide errors, so the adapter passes typed tensors.
"""

import argparse
import pathlib
import sys

# OpenVINO works without its model converter. Importing it would take a third of each start, and every failing
# run needs a new process.
sys.modules["openvino.tools.ovc"] = None

import numpy as np
import openvino as ov

import protocol
import scripts
from answers import Failed, Rejected, Skipped
from converted import Converted

# With one thread the CPU plugin's synchronous inference loses exceptions and reports success (OV-46).
THREADS = 2


class Plugin:
    """Models compiled for a device."""

    def __init__(self, core, device, threads, properties, fresh_requests):
        self.core = core
        self.device = device
        self.properties = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": str(threads), **properties}
        self.fresh_requests = fresh_requests
        self.name = f"openvino {device}" if threads == THREADS else f"openvino {device} with {threads} thread{'' if threads == 1 else 's'}"

    def load(self, path, weights):
        model = read(self.core, path, weights)
        compiled = self.core.compile_model(model, self.device, self.properties)
        return compiled, compiled.create_infer_request(), names_of(model)

    def run(self, loaded, inputs):
        compiled, request, names = loaded
        if self.fresh_requests:
            request = compiled.create_infer_request()
        arrays = protocol.in_order(inputs, names)
        tensors = [tensor_of(array) for array in arrays]
        for position, tensor in enumerate(tensors):
            request.set_input_tensor(position, tensor)
        request.infer()
        return [array_of(request.get_output_tensor(position)) for position in range(len(compiled.outputs))]

    def script(self, path, weights, inputs, expected):
        infer = INFER.format(device=self.device, properties=self.properties)
        return write_script(self.name, path, weights, inputs, expected, infer)


class Reference:
    """Models evaluated node by node by the core's own reference implementations."""

    name = "openvino reference"

    def __init__(self, core):
        self.core = core

    def load(self, path, weights):
        model = read(self.core, path, weights)
        return model, names_of(model)

    def run(self, loaded, inputs):
        model, names = loaded
        arrays = protocol.in_order(inputs, names)
        tensors = [tensor_of(array) for array in arrays]
        check_inputs(model, tensors)
        outputs = [blank(port) for port in model.outputs]
        if not model.evaluate(outputs, tensors):
            raise Skipped("Model.evaluate says that it cannot evaluate the model")
        return [array_of(tensor) for tensor in outputs]

    def script(self, path, weights, inputs, expected):
        return write_script(self.name, path, weights, inputs, expected, EVALUATE)


# The part of scripts between reading the model and showing `got`.
TENSORS = """
core = ov.Core()
model = core.read_model(MODEL.encode(), WEIGHTS)
tensors = [ov.Tensor(INPUTS[parameter.friendly_name]) for parameter in model.get_parameters()]
"""
INFER = """
compiled = core.compile_model(model, {device!r}, {properties!r})
request = compiled.create_infer_request()
for position, tensor in enumerate(tensors):
    request.set_input_tensor(position, tensor)
request.infer()
got = [request.get_output_tensor(position).data.copy() for position in range(len(compiled.outputs))]
"""
EVALUATE = """
outputs = [ov.Tensor(port.element_type, port.shape if port.partial_shape.is_static else ov.Shape([0])) for port in model.outputs]
if not model.evaluate(outputs, tensors):
    raise SystemExit("Model.evaluate says that it cannot evaluate the model")
got = [tensor.data.copy() for tensor in outputs]
"""


def write_script(name, path, weights, inputs, expected, infer):
    arrays = [array for _, array in inputs]
    if len(dict(inputs)) < len(inputs):
        raise Skipped("several Parameters of the same name")
    if scripts.needs_bfloat16([*arrays, *(expected or [])]):
        raise Skipped("NumPy has no bf16, and OpenVINO's arrays of it are f16")
    data = pathlib.Path(weights).read_bytes() if weights else b""
    constants = [("MODEL", scripts.quoted(pathlib.Path(path).read_text())), ("WEIGHTS", scripts.encoded(data) if data else 'b""'),
                 ("INPUTS", scripts.dict_of((name, scripts.literal(array)) for name, array in inputs))]
    modules = ["import openvino as ov", *(["import base64"] if data else [])]
    return scripts.program(f"{name} {ov.get_version()}", modules, constants, TENSORS + infer, expected)


def read(core, path, weights):
    """The model, with weights from a file that can be in another folder."""
    return core.read_model(path, weights) if weights else core.read_model(path)


def names_of(model):
    return [parameter.friendly_name for parameter in model.get_parameters()]


def check_inputs(model, tensors):
    """Model.evaluate takes any tensor; the plugins compare types and shapes themselves."""
    for port, tensor in zip(model.inputs, tensors):
        if port.element_type != tensor.element_type or not port.partial_shape.compatible(ov.PartialShape(list(tensor.shape))):
            raise Rejected(f"{tensor.element_type}{list(tensor.shape)} does not fit {port}")


def blank(port):
    """A tensor for an output whose shape may be known only at run time."""
    known = port.partial_shape.is_static
    return ov.Tensor(port.element_type, port.shape if known else ov.Shape([0]))


def tensor_of(array):
    """The array as a tensor of its element type, in separate memory.

    NumPy has no bf16, so its bits are copied.
    """
    array = np.array(array, order="C")
    if array.dtype == protocol.BFLOAT16:
        tensor = ov.Tensor(ov.Type.bf16, ov.Shape(list(array.shape)))
        tensor.data[...] = array.view(np.float16)
        return tensor
    return ov.Tensor(array)


def array_of(tensor):
    """A copy of the tensor."""
    dtype = protocol.DTYPES[tensor.element_type.get_type_name()]
    return np.array(tensor.data, order="C").view(dtype)


def complaint(error):
    """Classify a RuntimeError: OpenVINO raises it for wrong models and inputs, and if it lacks a feature."""
    if "Evaluation failed on" in str(error):  # Model.evaluate has no implementation of the operation
        return Skipped
    return Rejected if isinstance(error, RuntimeError) else Failed


def make_engine(arguments):
    core = ov.Core()
    if arguments.reference:
        return Reference(core)
    properties = dict(text.split("=", 1) for text in arguments.property)
    return Plugin(core, arguments.device, arguments.threads, properties, arguments.fresh_requests)


def main():
    parser = argparse.ArgumentParser(description="Run OpenVINO as a backend of the conformance suite.")
    parser.add_argument("--reference", action="store_true", help="use Model.evaluate instead of a device")
    parser.add_argument("--device", default="CPU")
    parser.add_argument("--threads", type=int, default=THREADS, help="threads of an inference")
    parser.add_argument("--property", action="append", default=[], metavar="NAME=VALUE", help="set a property of the device; can be repeated")
    parser.add_argument("--fresh-requests", action="store_true", help="create an inference request for every run, not for every model")
    parser.add_argument("--networks", metavar="BACKEDGE", help="run TensorRT networks, which this program writes as IR")
    arguments = parser.parse_args()
    engine = make_engine(arguments)
    if arguments.networks:
        engine = Converted(engine, ["tensorrt-network"], ".xml", arguments.networks)
    protocol.serve(engine, ov.get_version(), complaint)


if __name__ == "__main__":
    main()
