"""Cases of ONNX operators. Each run is a model of its own: operands, nodes and operator set are columns."""

import re

import numpy as np

import case
from case import NUMPY, Tensor
from expand import expand
from onnx_bounds import BOUNDS
from onnx_case import declared, ir_version_of

DERIVED = "derived"
COLUMNS = ["ir_version", "opset", "inputs", "outputs", "nodes"]
TEXT = """<ir_version: {{ir_version}}, opset_import: ["" : {{opset}}]>
nodes ({{inputs}}) => ({{outputs}}) { {{nodes}} }
"""


class Nodes:
    """The runs of a case."""

    def __init__(self):
        self.runs = []

    def run(self, name, nodes, inputs, outputs, opset=22, rejected=None, **more):
        """Add a run. `nodes`: their text. `inputs`, `outputs`: tensors by their names in it.

        An output that is compared by DERIVED has the tolerance of onnx_bounds.py. The outputs of a run that is
        `rejected` declare only types and ranks.
        """
        at = [str(ir_version_of(opset)), str(opset), ", ".join(declared(key, tensor, list(map(str, tensor.shape))) for key, tensor in inputs.items()),
              ", ".join(declared(key, tensor, ["%s%d" % (key, axis) for axis in range(len(tensor.shape))]) for key, tensor in outputs.items()), nodes]
        self.runs.append({"name": name, "at": at, **more, "inputs": inputs, **(rejected or {"outputs": list(outputs.values())})})

    def add_to(self, corpus, path, *, title, oracle, notes=None, rules=("ONNX-GRAPH-2",), kind="plain"):
        used = set()
        for run in self.runs:
            for tensor in run.get("outputs", ()):
                if tensor.compare == DERIVED:
                    bound = BOUNDS.get(path, {}).get(run["name"], 1)
                    tensor.compare = {"bound": bound} if bound else None
            used |= {"onnx:" + name for name in re.findall(r"= ([A-Z]\w*) [<(]", expand(TEXT, COLUMNS, run["at"]))}
            used |= {"type:" + tensor.type for tensor in [*run["inputs"].values(), *run.get("outputs", ())]}
        corpus.add("onnx/operators/" + path, title=title, rules=rules, model=TEXT, format_="onnx", dialect="onnx", oracle=oracle, kind=kind,
                   notes=notes, features=used, columns=COLUMNS, runs=self.runs)


def add_fusions(corpus, oracle, groups, who, what):
    """Add cases of nodes that `who` replaces. `groups`: names, functions that add the runs, and titles."""
    for name, add, title in groups:
        made = Nodes()
        add(made)
        made.add_to(corpus, "fusions/" + name, oracle=oracle, kind="combined", title="%s, which %ss %s." % (title, who, what),
                    notes="Some runs are what %s %s looks for, and the others differ in one detail." % ("an" if who[0] in "aeiou" else "a", who))


def of(type_, values, compare=None):
    """A tensor of an array or of nested lists."""
    array = np.asarray(values, NUMPY[type_])
    return Tensor(type_, array.shape, array.reshape(-1).tolist(), compare)


def integers(name, *values):
    """A node that gives a list of INT64."""
    return "%s = Constant <value_ints = %s> ()" % (name, list(values))


def integer(name, value):
    return "%s = Constant <value = int64 {%d}> ()" % (name, value)


def reals(name, values, shape=None):
    """A node that gives f32; a list without a shape."""
    shape = [len(values)] if shape is None else shape
    return "%s = Constant <value = float[%s] {%s}> ()" % (name, ",".join(map(str, shape)), ", ".join(map(str, values)))


def real(name, value):
    return "%s = Constant <value = float {%s}> ()" % (name, value)


def words(*values):
    """A part of a run's name."""
    return "_".join(map(case.word, values))


def array(tensor):
    return np.array(tensor.values, NUMPY[tensor.type]).reshape(tensor.shape)


def shuffled(type_, shape, first=0, step=1):
    """first, first + step, ... in an order in which no two neighbours follow one another."""
    count = int(np.prod(shape, dtype=np.int64))
    stride = next(s for s in (7, 5, 11, 3, 1) if np.gcd(s, max(count, 1)) == 1)
    return of(type_, np.array([first + step * (k * stride % count) for k in range(count)]).reshape(shape))


def numbers(type_, *shapes, step=1):
    """Tensors of these shapes with different numbers around 0."""
    return [shuffled(type_, shape, step * (k - int(np.prod(shape)) // 2), step) for k, shape in enumerate(shapes)]


def each(function):
    """The function of an array that applies `function` to each element."""
    return lambda x: np.array([function(v) for v in x.reshape(-1).tolist()], object).reshape(x.shape)
