"""Translates a model of ONNX into TorchScript: the text of one function, and its constants.

Every value is a variable of the text, and its element type is known. Shapes are those of the run.
"""

import typing

import numpy as np
import onnx

from onnx_nodes import bound, check_declared, dtype_named, initializers, read_node, translation_of, versions_of
from onnx_to_torch_loops import LOOPS
from onnx_to_torch_operators import OPERATORS
from onnx_to_torch_sequences import MAPS, SEQUENCES
from torch_types import torch_name


class Value(typing.NamedTuple):
    code: str  # a variable or an attribute
    dtype: np.dtype  # of the elements
    is_list: bool = False  # a sequence
    known: np.ndarray | None = None  # of a constant


class Translation:
    """The text of `forward`, and `constants`: {attribute: array}.

    Raises Skipped for what PyTorch cannot say.
    """

    loops = {**LOOPS, **MAPS}
    operators = {**SEQUENCES, **OPERATORS}

    def __init__(self, model):
        self.versions = versions_of(model)
        self.shapes = declared_shapes(model)
        self.lines, self.depth, self.count, self.constants = [], 1, 0, {}
        inputs = [Value(f"x{place}", self.dtype_of(value)) for place, value in enumerate(model.graph.input)]
        results = self.run(model.graph, inputs, {})
        for value, result in zip(model.graph.output, results):
            check_declared(value, result.dtype)
        self.write("return " + self.list_of(results))
        self.text = self.text_of(model.graph)

    def text_of(self, graph):
        parameters = "".join(f", x{place}: Tensor" for place in range(len(graph.input)))
        return "\n".join([f"def forward(self{parameters}) -> List[Tensor]:", *self.lines]) + "\n"

    def run(self, graph, arguments, outer):
        """Write the nodes of a graph; returns its outputs. `outer` are the values around it."""
        values = {**outer, "": None}
        values.update((name, self.constant(array)) for name, array in initializers(graph).items())
        values.update(bound(graph, arguments))
        for place, proto in enumerate(graph.node):
            node = read_node(proto, self.versions, place if self.depth == 1 else None)
            translate = translation_of(node, self.loops, self.operators)
            operands = [values[name] for name in proto.input]
            if node.op in self.loops:
                results = translate(self, node, operands, values)
            else:
                results = translate(self, node, *operands)
                results = results if isinstance(results, list) else [results]
            values.update((name, value) for name, value in zip(proto.output, results) if name)
        return [values[value.name] for value in graph.output]

    def write(self, line):
        self.lines.append("    " * self.depth + line)

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def let(self, code, letter="v"):
        """Write an assignment; returns its variable."""
        name = self.name(letter)
        self.write(f"{name} = {code}")
        return name

    def value(self, code, dtype):
        """The value of an expression."""
        return Value(self.let(code), dtype)

    def sequence(self, code, dtype):
        return Value(self.let(code), dtype, is_list=True)

    def constant(self, array):
        name = f"c{len(self.constants)}"
        torch_name(array.dtype)
        self.constants[name] = array
        return Value(f"self.{name}", array.dtype, known=array)

    def part_shape(self, declared, name, axis):
        """The shape of a part of the scan output `name`, from the body's output or the model's own graph."""
        shape = shape_of(declared)
        if shape is None or None in shape:
            whole = self.shapes.get(name) if self.depth == 1 else None
            shape = shape if whole is None else [size for place, size in enumerate(whole) if place != axis % len(whole)]
        return shape

    @staticmethod
    def dtype_of(value):
        """The declared type of elements."""
        dtype = dtype_named(value.type.tensor_type.elem_type)
        torch_name(dtype)
        return dtype

    @staticmethod
    def list_of(values):
        """A list of tensors, also of none."""
        codes = ", ".join(value.code for value in values)
        return f"[{codes}]" if values else "torch.jit.annotate(List[Tensor], [])"


def declared_shapes(model):
    """{name of a value of the model's own graph: shape}, with None for an unknown size."""
    graph = onnx.shape_inference.infer_shapes(model).graph
    return {value.name: shape_of(value) for value in (*graph.value_info, *graph.output)}


def shape_of(value):
    """The declared shape, or None."""
    if not value.type.tensor_type.HasField("shape"):
        return None
    return [dim.dim_value if dim.HasField("dim_value") else None for dim in value.type.tensor_type.shape.dim]
