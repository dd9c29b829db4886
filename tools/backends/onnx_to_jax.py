"""Translates a model of ONNX into a function of JAX.

Every value has a fixed shape, because XLA compiles for shapes. A value that does not depend on the model's
inputs is *known*: it is a NumPy array, and it can be a shape. The loops of the model are XLA's
(onnx_to_jax_loops.py).
"""

import dataclasses

import numpy as np
import onnx
from onnx import numpy_helper

import jax
from answers import Skipped
from onnx_to_jax_loops import LOOPS, Unfinished
from onnx_to_jax_operators import OPERATORS

jax.config.update("jax_enable_x64", True)


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


class Translation:
    """A model for inputs of given shapes.

    `lengths` are the numbers of iterations of loops by place, where the model does not tell them. A call raises
    Skipped for what JAX cannot say.
    """

    def __init__(self, model, lengths=()):
        if model.functions:
            raise Skipped("the translation has no functions")
        self.graph = model.graph
        self.versions = {entry.domain: entry.version for entry in model.opset_import}
        self.lengths = dict(lengths)
        self.unfinished = None

    def __call__(self, *arrays):
        """The outputs, or [number of iterations] of the loop at `self.unfinished`, which `lengths` lacks."""
        self.unfinished = None
        try:
            results = self.run(self.graph, arrays, {}, inner=False)
        except Unfinished as stopped:
            self.unfinished = stopped.place
            return [stopped.count]
        for value, result in zip(self.graph.output, results):
            check_declared(value, result)
        return results

    def run(self, graph, arguments, outer, inner=True):
        """The outputs of a graph. `outer` are the values around it."""
        if graph.sparse_initializer:
            raise Skipped("the translation has no sparse initializers")
        values = {**outer, "": None}
        values.update((tensor.name, numpy_helper.to_array(tensor)) for tensor in graph.initializer)
        values.update(zip((value.name for value in graph.input), arguments, strict=True))
        for place, proto in enumerate(graph.node):
            node = self.node(proto, None if inner else place)
            results = self.outputs(node, [values[name] for name in proto.input], values)
            values.update((name, value) for name, value in zip(proto.output, results) if name)
        return [values[value.name] for value in graph.output]

    def node(self, proto, place):
        if proto.domain not in ("", "ai.onnx"):
            raise Skipped(f"the translation has no domain {proto.domain}")
        version = onnx.defs.get_schema(proto.op_type, self.versions[""], "").since_version
        attributes = {entry.name: onnx.helper.get_attribute_value(entry) for entry in proto.attribute}
        return Node(proto.op_type, version, attributes, list(proto.output), place)

    def outputs(self, node, operands, values):
        """The results of a node."""
        translate, first = LOOPS.get(node.op) or OPERATORS.get(node.op) or (None, 0)
        if translate is None or node.version < first:
            raise Skipped(f"the translation has no {node.op} of version {node.version}")
        if node.op in LOOPS:
            return translate(self, node, operands, values)
        if all(is_known_integer(value) for value in operands) and operands:
            with jax.ensure_compile_time_eval():
                results = [np.asarray(result) for result in as_list(translate(node, *operands))]
        else:
            results = as_list(translate(node, *operands))
        return results


def as_list(results):
    return results if isinstance(results, list) else [results]


def is_known_integer(value):
    """Whether a value can be a part of a shape. Reals are always computed where the model runs."""
    return value is None or isinstance(value, np.ndarray) and value.dtype.kind in "biu"


def check_declared(value, result):
    """Reveals errors of the translation: the checker has found the declared type right."""
    dtype = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
    if result.dtype != dtype:
        raise AssertionError(f"{value.name} of {dtype} is {result.dtype}")
