"""Translates a model of ONNX into a function of JAX.

Every value has a fixed shape, because XLA compiles for shapes. A value that does not depend on the model's
inputs is *known*: it is a NumPy array, and it can be a shape. The loops of the model are XLA's
(onnx_to_jax_loops.py).
"""

import numpy as np

import jax
from onnx_nodes import bound, check_declared, initializers, read_node, translation_of, versions_of
from onnx_to_jax_loops import LOOPS, Unfinished
from onnx_to_jax_operators import OPERATORS

jax.config.update("jax_enable_x64", True)


class Translation:
    """A model for inputs of given shapes.

    `lengths` are the numbers of iterations of loops by place, where the model does not tell them. A call raises
    Skipped for what JAX cannot say.
    """

    def __init__(self, model, lengths=()):
        self.graph, self.versions = model.graph, versions_of(model)
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
            check_declared(value, result.dtype)
        return results

    def run(self, graph, arguments, outer, inner=True):
        """The outputs of a graph. `outer` are the values around it."""
        values = {**outer, "": None, **initializers(graph)}
        values.update(bound(graph, arguments))
        for place, proto in enumerate(graph.node):
            node = read_node(proto, self.versions, None if inner else place)
            results = self.outputs(node, [values[name] for name in proto.input], values)
            values.update((name, value) for name, value in zip(proto.output, results) if name)
        return [values[value.name] for value in graph.output]

    def outputs(self, node, operands, values):
        """The results of a node."""
        translate = translation_of(node, LOOPS, OPERATORS)
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
