"""Cases of one ONNX operator each. Every run is a model with its own version, attributes and operands."""

import math

import numpy as np

from case import INTEGERS, Tensor, round_to
from normalizing import DIGITS, bounded
from onnx_case import declared, features, ir_version_of

# Nodes that round to whole numbers, for operators whose errors have no bound.
WHOLE = ("whole", "  near = Round (y0)\n  whole = Cast <to = 6> (near)\n")
COLUMNS = ["opset", "inputs", "outputs", "constants", "results", "attributes", "operands"]


class Layer:
    """The runs of an operator.

    `after`: the name of the model's output, and the text of the nodes that make it of y0.
    """

    def __init__(self, operator, domain="", after=None):
        self.operator, self.domain, self.after = operator, domain, after
        self.runs, self.types, self.opsets = [], set(), set()

    def run(self, name, opset, attributes, inputs, outputs, **more):
        """Add a run.

        `inputs`: tensors by their names. Without elements they are constants. None is left out, also an output.
        """
        given = {key: tensor for key, tensor in inputs.items() if tensor is not None and tensor.values}
        constants = ["%s = {}" % declared(key, tensor, ["0"]) for key, tensor in inputs.items() if tensor is not None and not tensor.values]
        results = ['""' if tensor is None else "y%d" % k for k, tensor in enumerate(outputs)]
        made = [(tensor, result) for tensor, result in zip(outputs, results) if tensor is not None]
        operands = ['""' if tensor is None else key for key, tensor in inputs.items()]
        while operands[-1] == '""':
            operands.pop()
        self.types |= {tensor.type for tensor in given.values()} | {tensor.type for tensor, _ in made}
        self.opsets.add(opset)
        sizes = "abcdefgh"
        ends = [declared(self.after[0] if self.after else result, tensor, [sizes[i] + result[1:] for i in range(len(tensor.shape))])
                for tensor, result in made]
        self.runs.append({"name": name, **more, "inputs": given, "outputs": [tensor for tensor, _ in made], "at": [
            str(opset), ", ".join(declared(key, tensor, list(map(str, tensor.shape))) for key, tensor in given.items()),
            ", ".join(ends), " <%s>" % ", ".join(constants) if constants else "", ", ".join(results), attributes, ", ".join(operands)]})

    def text(self):
        ir_version = ir_version_of(max(self.opsets))
        sets = ('"" : 21, "%s" : {{opset}}' % self.domain) if self.domain else '"" : {{opset}}'
        name = self.domain + "." + self.operator if self.domain else self.operator
        return "<ir_version: %d, opset_import: [%s]>\nlayer ({{inputs}}) => ({{outputs}}){{constants}} {\n  {{results}} = %s <{{attributes}}> ({{operands}})\n%s}\n" % (
            ir_version, sets, name, self.after[1] if self.after else "")

    def add_to(self, corpus, path, *, title, rules, oracle, notes=None, kind="plain"):
        used = {"onnx:" + self.operator} | {"type:" + type_ for type_ in self.types} | features(self.text())
        corpus.add("onnx/operators/" + path, title=title, rules=rules, model=self.text(), format_="onnx", dialect="onnx", oracle=oracle, kind=kind,
                   notes=notes, features=used, columns=COLUMNS, runs=[reordered(run) for run in self.runs])


def reordered(run):
    return {key: run[key] for key in ("name", "at", "rules", "tier", "inputs", "outputs") if key in run}


def distinct(seed, shape, unit=0.125, type_="f32"):
    """Different multiples of `unit` around 0, in no order."""
    count = math.prod(shape)
    keys, value = [], seed * 2654435761 % 2**31
    for _ in range(count):
        value = (value * 1103515245 + 12345) % 2**31
        keys.append(value >> 8)
    order = sorted(range(count), key=lambda k: (keys[k], k))
    values = [0] * count
    for place, k in enumerate(order):
        values[k] = (place - count // 2) * unit
    return of(type_, np.array(values).reshape(shape))


def positive(seed, shape, unit=0.125, type_="f32"):
    """Different positive multiples of `unit`."""
    made = distinct(seed, shape, unit, type_)
    least = min(made.values, default=0)
    return Tensor(type_, shape, [value - least + unit for value in made.values])


def array(tensor):
    """Its values as doubles, or as integers."""
    if tensor.type in INTEGERS + ("boolean",):
        return np.array([int(v) for v in tensor.values], np.int64).reshape(tensor.shape)
    return np.array(tensor.values, np.float64).reshape(tensor.shape)


def of(type_, values, steps=None, largest=None):
    """A tensor of values that are rounded to the type.

    `steps`: how many half units of `largest`, or of its own largest element, others may be off.
    """
    values = np.asarray(values)
    flat = values.reshape(-1).tolist()
    made = Tensor(type_, values.shape, [bool(v) if type_ == "boolean" else int(v) if type_ in INTEGERS else round_to(type_, v) for v in flat])
    if largest is not None:
        made.compare = {"bound": float("%.2g" % (steps * DIGITS[type_] * np.abs(largest).max()))}
        return made
    return bounded(made, steps) if steps else made


def each(function):
    """A function of one number, of each element."""
    return lambda values: np.array([function(v) for v in np.asarray(values, np.float64).reshape(-1)], np.float64).reshape(np.shape(values))


exp, log, sqrt, tanh = each(math.exp), each(math.log), each(math.sqrt), each(math.tanh)


def sigmoid(values):
    return 1 / (1 + exp(-np.asarray(values)))


def softmax(values, axis=-1):
    """The softmax of numbers and -infinity. A slice without finite numbers gives zeros."""
    most = values.max(axis=axis, keepdims=True)
    powers = np.where(np.isinf(values), 0.0, exp(np.where(np.isinf(values), 0.0, values - np.where(np.isinf(most), 0.0, most))))
    total = powers.sum(axis=axis, keepdims=True)
    return powers / np.where(total == 0, 1.0, total)
