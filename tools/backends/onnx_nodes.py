"""What translations of ONNX models share: nodes, constants, and what a model declares."""

import dataclasses

import numpy as np
import onnx
from onnx import numpy_helper

from answers import Skipped

# Numbers beyond these become them, in a conversion to 8 bits that saturates.
LARGEST = {"float8_e4m3fn": 448, "float8_e4m3fnuz": 240, "float8_e5m2": 57344, "float8_e5m2fnuz": 57344}


@dataclasses.dataclass
class Node:
    """A node as the operators see it."""

    op: str
    version: int  # of its schema
    attributes: dict
    outputs: list
    place: tuple | None  # in the model's own graph; None inside of a body

    def get(self, name, default=None):
        value = self.attributes.get(name, default)
        return value.decode() if isinstance(value, bytes) else value


def versions_of(model):
    """{domain: version of its operators}."""
    if model.functions:
        raise Skipped("the translation has no functions")
    return {entry.domain: entry.version for entry in model.opset_import}


def read_node(proto, versions, place):
    if proto.domain not in ("", "ai.onnx"):
        raise Skipped(f"the translation has no domain {proto.domain}")
    version = onnx.defs.get_schema(proto.op_type, versions[""], "").since_version
    attributes = {entry.name: onnx.helper.get_attribute_value(entry) for entry in proto.attribute}
    return Node(proto.op_type, version, attributes, list(proto.output), place)


def translation_of(node, *tables):
    """The function for a node, from tables of {operator: (function, first version that means this)}."""
    translate, first = next((table[node.op] for table in tables if node.op in table), (None, 0))
    if translate is None or node.version < first:
        raise Skipped(f"the translation has no {node.op} of version {node.version}")
    return translate


def initializers(graph):
    """{name: array}."""
    if graph.sparse_initializer:
        raise Skipped("the translation has no sparse initializers")
    return {tensor.name: array_of(tensor) for tensor in graph.initializer}


def array_of(tensor):
    try:
        return numpy_helper.to_array(tensor)
    except ValueError as error:
        raise Skipped(f"onnx does not read {tensor.name}: {error}") from error


def bound(graph, arguments):
    """{name of an input of a graph: argument}."""
    if len(graph.input) != len(arguments):
        raise Skipped("the translation has no inner graphs with defaults")
    return dict(zip((value.name for value in graph.input), arguments))


def constant(node):
    """The array of a Constant."""
    if "value" in node.attributes:
        return array_of(node.attributes["value"])
    for name, dtype in (("value_float", np.float32), ("value_int", np.int64), ("value_floats", np.float32), ("value_ints", np.int64)):
        if name in node.attributes:
            return np.array(node.attributes[name], dtype)
    raise Skipped("the translation has no strings and no sparse tensors")


def filling(node):
    """The one element of a ConstantOfShape."""
    return array_of(node.attributes["value"]) if "value" in node.attributes else np.zeros(1, np.float32)


def dtype_named(number):
    """The dtype of an element type of ONNX."""
    return onnx.helper.tensor_dtype_to_np_dtype(number)


def check_declared(value, dtype):
    """Reveals errors of the translation: the checker has found the declared type right."""
    declared = dtype_named(value.type.tensor_type.elem_type)
    if dtype != declared:
        raise AssertionError(f"{value.name} of {declared} is {dtype}")


def number_shape(value):
    """[1] if a body declares its number like that, else []."""
    dims = value.type.tensor_type.shape.dim
    if any(dim.HasField("dim_value") and dim.dim_value != 1 for dim in dims):
        raise Skipped("a body declares a number with another number of elements than one")
    return [1] * len(dims)


def scan_directions(node, name, count):
    """Whether each of `count` scans goes backward."""
    directions = node.get(name) or [0] * count
    if not set(directions) <= {0, 1}:
        raise Skipped("a direction is neither 0 nor 1")
    return directions
