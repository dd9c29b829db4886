"""Translates a model of ONNX into a model of TFLite for inputs of given shapes.

A value that does not depend on the model's inputs is *known*: it is a NumPy array, and it can be a shape. Only
integers are computed here (onnx_known.py). Loops and branches are subgraphs (onnx_to_tflite_loops.py). A
subgraph of TFLite sees no values around it, so each value that it captures becomes one more input.
"""

import dataclasses

import numpy as np

from answers import Skipped
from onnx_known import fold
from onnx_nodes import bound, check_declared, initializers, read_node, translation_of, versions_of
from onnx_to_tflite_loops import LOOPS
from onnx_to_tflite_operators import OPERATORS
from onnx_to_tflite_shapes import MOST
from tflite_model import TYPES, Model

MOST_BYTES = 1 << 28  # of a constant


@dataclasses.dataclass(eq=False)
class Value:
    """A tensor of a scope or, if `array` is not None, a known one of any scope."""

    dtype: np.dtype
    shape: tuple | None  # None for an open rank, and in it for an open size
    scope: "Scope" = None
    index: int = None
    array: np.ndarray = None


def check_type(dtype, shape):
    if np.dtype(dtype) not in TYPES:
        raise Skipped(f"TFLite has no {dtype}")
    if any(size is not None and size > MOST for size in shape or ()):
        raise Skipped("TFLite has sizes of 32 bits")


def known(array):
    array = np.asarray(array)
    check_type(array.dtype, array.shape)
    if array.nbytes > MOST_BYTES:
        raise Skipped(f"a constant of {array.shape} needs too much memory")
    return Value(array.dtype, array.shape, array=array)


class Scope:
    """A subgraph while its operators are written."""

    def __init__(self, model):
        self.subgraph = model.subgraph()
        self.constants = {}
        self.captured = {}  # the position of each captured value, in the order of the captures

    def child(self):
        """The scope of a body or a branch."""
        return Scope(self.subgraph.model)

    def known(self, array):
        return known(array)

    def input(self, dtype, shape):
        check_type(dtype, shape)
        return Value(np.dtype(dtype), shape, self, self.subgraph.input(dtype, shape))

    def use(self, value):
        """The position of a value as a tensor of this scope."""
        if value.array is not None:
            if value not in self.constants:
                self.constants[value] = self.subgraph.constant(value.array)
            return self.constants[value]
        if value.scope is self:
            return value.index
        if value not in self.captured:
            self.captured[value] = self.subgraph.input(value.dtype, value.shape)
        return self.captured[value]

    def results(self, name, operands, types, **fields):
        """The results of an operator, one for each (dtype, shape) of `types`."""
        for dtype, shape in types:
            check_type(dtype, shape)
        values = [Value(np.dtype(dtype), shape, self, self.subgraph.tensor(dtype, shape)) for dtype, shape in types]
        self.subgraph.operator(name, [self.use(value) for value in operands], [value.index for value in values], **fields)
        return values

    def result(self, name, operands, dtype, shape, **fields):
        return self.results(name, operands, [(dtype, shape)], **fields)[0]


class Translation:
    """A model for arrays of given shapes: `content` is the file, `outputs` are the positions of its outputs.

    With `copies` an operator copies each output of a subgraph that is also an input, a constant or another
    output of it.
    """

    def __init__(self, model, arrays, copies=False):
        self.versions = versions_of(model)
        self.copies = copies
        self.model = Model()
        scope = Scope(self.model)
        results = self.run(model.graph, scope, [scope.input(array.dtype, array.shape) for array in arrays], {})
        for declared, result in zip(model.graph.output, results):
            check_declared(declared, result.dtype)
        self.outputs = [scope.use(result) for result in results]
        scope.subgraph.graph.outputs = self.outputs
        self.content = self.model.content()

    def run(self, graph, scope, arguments, outer):
        """The outputs of a graph as values. `outer` are the values around it by name."""
        values = {**outer, "": None}
        values.update((name, known(array)) for name, array in initializers(graph).items())
        values.update(bound(graph, arguments))
        for proto in graph.node:
            node = read_node(proto, self.versions, None)
            results = self.outputs_of(node, scope, [values[name] for name in proto.input], values)
            values.update((name, value) for name, value in zip(proto.output, results) if name)
        return [values[value.name] for value in graph.output]

    def outputs_of(self, node, scope, operands, values):
        translate = translation_of(node, LOOPS, OPERATORS)
        if node.op in LOOPS:
            return translate(self, scope, node, operands, values)
        if operands and all(value is None or value.array is not None for value in operands):
            folded = fold(node, [value and value.array for value in operands])
            if folded is not None:
                return [known(folded)]
        results = translate(node, scope, *operands)
        results = results if isinstance(results, list) else [results]
        return [known(result) if isinstance(result, np.ndarray) else result for result in results]
