"""Models of one operation. Whatever differs between runs is a column: types, shapes, constants, attributes."""

import itertools
import math
import re

import ir
from case import INTEGERS, Tensor, round_to
from frames import begin, slices

REALS = ("f32", "f16", "bf16", "f64")
TYPES = ("boolean",) + INTEGERS + REALS
SURVEY = {"tier": "survey"}


def column(attribute):
    """The name of the column with an attribute's value."""
    return attribute.replace("-", "_")


class Single:
    """An operation on operands that are inputs, or constants if their name is in `constants`.

    `body`: the operation is in the body of a TensorIterator that gets one part of each input in each iteration.
    `outputs`: the element type of each output. Runs set the placeholders in it as columns.
    """

    def __init__(self, kind, version, operands, attributes=(), constants=(), outputs=("{{x_type}}",), body=False, columns=()):
        self.kind, self.version, self.operands, self.attributes, self.constants = kind, version, operands, attributes, constants
        self.own, self.body, self.runs, self.graph = list(columns), body, [], ir.Graph()
        values = [self.constant(name) if name in constants else self.graph.parameter(name, "{{%s_type}}" % name, "{{%s_shape}}" % name)
                  for name in operands]
        (self.add_loop if body else self.add_layer)(values, outputs)

    def data(self):
        return {name: "{{%s}}" % column(name) for name in self.attributes}

    def layer(self, graph, values, outputs):
        made = graph.layer(self.kind, values, self.data(), self.version)
        return [graph.output(made, type_, "...") for type_ in outputs]

    def add_layer(self, values, outputs):
        for k, value in enumerate(self.layer(self.graph, values, outputs)):
            self.graph.result(value, "Y%d" % k)

    def add_loop(self, values, outputs):
        loop, body = begin("tensor_iterator", self.graph, None)
        inner = [body.parameter(name.lower() + "_part", "{{%s_type}}" % name, "{{%s_part}}" % name) for name in self.operands]
        results = [body.result(value, "y%d" % k) for k, value in enumerate(self.layer(body, inner, outputs))]
        for value, parameter in zip(values, inner):
            loop.input(value, parameter, **slices())
        for k, result in enumerate(results):
            self.graph.result(loop.output(result, shape="...", **slices()), "Y%d" % k)

    def constant(self, name):
        made = self.graph.layer("Const", name=name, data={
            "element_type": "{{%s_type}}" % name, "shape": "{{%s_shape}}" % name, "offset": "{{%s_offset}}" % name,
            "size": "{{%s_size}}" % name})
        return self.graph.output(made, "{{%s_type}}" % name, "...")

    def columns(self):
        names = []
        for name in self.operands:
            names += [name + "_type", name + "_precision", name + "_shape"]
            names += [name + "_offset", name + "_size"] if name in self.constants else [name + "_part"] * self.body
        return names + [column(name) for name in self.attributes] + self.own

    def run(self, name, operands, result, attributes=None, known=True, **more):
        """Add a run. `operands`: their tensors. `result`: a list of tensors, or what rejects the run.

        known  whether the Parameters declare their sizes
        """
        assert len(operands) == len(self.operands), name
        at, inputs = [], {}
        for operand, tensor in zip(self.operands, operands):
            constant = operand in self.constants
            sizes = tensor.shape if known or constant else [-1] * len(tensor.shape)
            at += [tensor.type, ir.PRECISION[tensor.type], ir.shape_text(sizes)]
            if constant:
                packed = ir.pack(tensor.type, tensor.values) or b"\0"  # never 0 bytes, like OpenVINO
                data = self.graph.weights.data
                offset = data.find(packed)
                at += [offset if offset >= 0 else self.graph.weights.add(packed), len(packed)]
            else:
                inputs[operand] = tensor
                at += [ir.shape_text([1] + sizes[1:])] * self.body
        given = attributes or {}
        at += [given.get(name) for name in list(self.attributes) + self.own]
        verdict = result if isinstance(result, dict) else {"outputs": result}
        self.runs.append({"name": name, "at": at, **more, "inputs": inputs, **verdict})

    def add_to(self, corpus, path, *, rules, title, oracle, notes=None, kind="boundary"):
        text = self.graph.text()
        text = re.sub(r'precision="\{\{(\w+)_type\}\}"', r'precision="{{\1_precision}}"', text)
        runs = [{**run, "at": [None if value is None else str(value) for value in run["at"]]} for run in self.runs]
        corpus.add(path, rules=rules, title=title, oracle=oracle, notes=notes, kind=kind, model=text,
                   weights=self.graph.weights.data, columns=self.columns(), runs=runs)


def places(shape):
    """The positions of a tensor in row-major order."""
    return itertools.product(*map(range, shape))


def element(tensor, place):
    """The element at a position."""
    at = 0
    for position, size in zip(place, tensor.shape):
        at = at * size + position
    return tensor.values[at]


def filled(shape, formula, type_):
    """A tensor whose elements are formula(position)."""
    return Tensor(type_, shape, [formula(place) for place in places(shape)])


def counting(type_, shape, first=1):
    """first, first + 1, ...; for booleans 1, 0, 0, 1, 0, 0, ..."""
    count = math.prod(shape)
    if type_ == "boolean":
        return Tensor(type_, shape, [k % 3 == 0 for k in range(count)])
    return Tensor(type_, shape, [first + k for k in range(count)])


def ints(shape, values, type_="i64"):
    return Tensor(type_, shape, list(values))


def vector(type_, values):
    return Tensor(type_, [len(values)], list(values))


def exact(type_, values):
    """The values rounded to the type."""
    return [round_to(type_, value) if type_ in REALS else value for value in values]


def wrapped(type_, value):
    """An integer modulo 2^width."""
    width = int(type_[1:])
    value %= 2**width
    return value - 2**width if type_[0] == "i" and value >= 2 ** (width - 1) else value
