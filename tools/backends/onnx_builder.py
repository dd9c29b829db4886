"""Builds an ONNX graph: its nodes, with the element type and rank of every value."""

import functools

import numpy as np
import onnx
from onnx import helper

import protocol
from answers import Skipped

ONNX_TYPES = {
    "boolean": onnx.TensorProto.BOOL, "f16": onnx.TensorProto.FLOAT16, "bf16": onnx.TensorProto.BFLOAT16, "f32": onnx.TensorProto.FLOAT,
    "f64": onnx.TensorProto.DOUBLE,
    **{f"i{width}": getattr(onnx.TensorProto, f"INT{width}") for width in (8, 16, 32, 64)},
    **{f"u{width}": getattr(onnx.TensorProto, f"UINT{width}") for width in (8, 16, 32, 64)},
}

OPSET = 21  # the newest that the pinned engines run
TYPE_NAMES = {"boolean": "bool", "f16": "float16", "bf16": "bfloat16", "f32": "float", "f64": "double",
              **{f"{sign}{width}": f"{name}{width}" for sign, name in (("i", "int"), ("u", "uint")) for width in (8, 16, 32, 64)}}


@functools.cache
def input_types(operation):
    """The types of each input of an operation: {"tensor(float)", ...}."""
    return [operand.types for operand in onnx.defs.get_schema(operation, OPSET).inputs]


def check_types(operation, inputs):
    """Skip what ONNX does not have."""
    for types, value in zip(input_types(operation), inputs):
        if value and f"tensor({TYPE_NAMES[value.element_type]})" not in types:
            raise Skipped(f"ONNX has no {operation} of {value.element_type}")


class Value:
    """A value of the graph: name, element type as in the IR; rank, shape and constant if known."""

    def __init__(self, name, element_type, rank=None, constant=None, shape=None):
        self.name = name
        self.element_type = element_type
        self.rank = rank
        self.constant = constant
        self.shape = shape


class Shared:
    """The state that all graphs of a model share."""

    def __init__(self, identities=False):
        self.identities = identities  # put an Identity after wires that ONNX Runtime breaks?
        self.count = 0
        self.inputs = set()           # names of the model's inputs
        self.trip_counts = set()      # names of values that bound loops
        self.must_run = set()         # trip counts and conditions of loops that must run in ONNX


class Builder:
    """The nodes of a graph. `inside` begins a body, which sees the outer values, as in ONNX."""

    def __init__(self, weights, prefix="", shared=None):
        self.weights = weights
        self.prefix = prefix
        self.shared = shared or Shared()
        self.nodes = []

    def inside(self):
        return Builder(self.weights, f"{self.prefix}b{self.fresh()}_", self.shared)

    def fresh(self):
        self.shared.count += 1
        return self.shared.count

    def name(self, stem="v"):
        """A name that no graph of the model uses: ONNX bodies must not hide outer names."""
        return f"{self.prefix}{stem}{self.fresh()}"

    def add(self, operation, inputs, element_type, rank=None, **attributes):
        """A node with one output."""
        return self.add_all(operation, inputs, [(element_type, rank)], **attributes)[0]

    def add_all(self, operation, inputs, outputs, **attributes):
        check_types(operation, inputs)
        values = [Value(self.name(), *output) for output in outputs]
        self.nodes.append(helper.make_node(operation, [value.name if value else "" for value in inputs], [value.name for value in values], **attributes))
        return values

    def constant(self, array, element_type=None):
        element_type = element_type or protocol.NAMES[array.dtype]
        value = Value(self.name("c"), element_type, array.ndim, array)
        data = np.ascontiguousarray(array).tobytes() if array.ndim else array.tobytes()
        tensor = helper.make_tensor("", ONNX_TYPES[element_type], array.shape, data, raw=True)
        self.nodes.append(helper.make_node("Constant", [], [value.name], value=tensor))
        return value

    def integers(self, *numbers):
        return self.constant(np.array(numbers, np.int64))

    def scalar(self, number):
        return self.constant(np.array(number, np.int64))

    def true(self):
        return self.constant(np.array(True))


def declare(value, shape=None):
    """A value as a graph's input or output."""
    return helper.make_tensor_value_info(value.name, ONNX_TYPES[value.element_type], shape)
