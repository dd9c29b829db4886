"""Builds TensorRT networks as files of calls, and cases of them: docs/tensorrt_network.md."""

import json
import re

import case
import lazy_network
from expand import expand

TYPES = {"kFLOAT": "f32", "kINT32": "i32", "kBOOL": "boolean", "kINT64": "i64", "kHALF": "f16", "kBF16": "bf16", "kINT8": "i8",
         "kUINT8": "u8"}


class Raw(str):
    """A placeholder that is inserted without quotes: {{axis}}."""


class Calls:
    """The calls of a network, one method for each that the cases use often. Methods return ids."""

    def __init__(self):
        self.lines, self.count = [], 0

    def call(self, method, as_=None, on=None, **arguments):
        line = {**({"as": as_} if as_ else {}), "call": method, **({"on": on} if on else {}), **arguments}
        self.lines.append("{%s}" % ", ".join("%s: %s" % (json.dumps(k), written(v)) for k, v in line.items()))
        return as_

    def fresh(self, word):
        self.count += 1
        return "%s%d" % (word, self.count)

    def input(self, name, type_="kFLOAT", dimensions=()):
        return self.call("addInput", name, type=type_, dimensions=list(dimensions))

    def constant(self, values, type_="kFLOAT", dimensions=(), as_=None):
        values = values if isinstance(values, list) else [values]
        return self.call("addConstant", as_ or self.fresh("constant"), dimensions=list(dimensions),
                         weights=Raw('{"type": "%s", "values": [%s]}' % (type_, ", ".join(written(v) for v in values))))

    def loop(self, name="loop"):
        return self.call("addLoop", name)

    def limit(self, loop, tensor, kind):
        self.call("addTripLimit", on=loop, tensor=tensor, limit=kind)

    def recurrence(self, loop, initial, as_):
        return self.call("addRecurrence", as_, loop, initialValue=initial)

    def step(self, recurrence, tensor):
        self.call("setInput", on=recurrence, index=1, tensor=tensor)

    def iterator(self, loop, tensor, as_, **arguments):
        return self.call("addIterator", as_, loop, tensor=tensor, **arguments)

    def elementwise(self, a, b, op, as_=None):
        return self.call("addElementWise", as_ or self.fresh("layer"), input1=a, input2=b, op=op)

    def unary(self, x, operation, as_=None):
        return self.call("addUnary", as_ or self.fresh("layer"), input=x, operation=operation)

    def last(self, loop, recurrence, as_):
        return self.call("addLoopOutput", as_, loop, tensor=recurrence, outputKind="kLAST_VALUE")

    def stacked(self, loop, tensor, length, as_, kind="kCONCATENATE", axis=0):
        """A concatenated output; `length` is a number or a tensor."""
        if not isinstance(length, str) or isinstance(length, Raw):
            length = self.constant(length, "kINT32")
        self.call("addLoopOutput", as_, loop, tensor=tensor, outputKind=kind, axis=axis)
        self.call("setInput", on=as_, index=1, tensor=length)
        return as_

    def output(self, *tensors):
        for tensor in tensors:
            self.call("markOutput", tensor=tensor)

    def counter(self, loop, as_="k"):
        """The recurrence 0, 1, 2, ... as FLOAT."""
        self.recurrence(loop, self.constant(0), as_)
        self.step(as_, self.elementwise(as_, self.constant(1), "kSUM"))
        return as_

    def text(self):
        return '{\n  "format": "tensorrt-network",\n  "calls": [\n    %s\n  ]\n}\n' % ",\n    ".join(self.lines)


def written(value):
    return str(value) if isinstance(value, Raw) else case.dump(value)


def array(type_, shape, values):
    return lazy_network.Array(type_, shape, values)


def tensor(value):
    return case.Tensor(TYPES[value.type], list(value.shape), value.flat)


def expected(text, inputs, shapes=None):
    """The outputs, or the rules of the errors, by the formal semantics; and whether that is disputed."""
    network = lazy_network.Network(text, inputs)
    network.shapes = shapes or {}
    try:
        result = {"outputs": [tensor(value) for value in network.run()]}
    except lazy_network.Rejected as error:
        rules = sorted(error.rules)
        result = case.rejected("run", rules if len(rules) > 1 else rules[0])
    return result, bool(network.disputed)


def features(text):
    """The calls and types that a backend needs."""
    used = {"trt:" + name for name in re.findall(r'"call": "add(\w+)"', text)} - {"trt:Input", "trt:Constant"}
    return used | {"type:" + TYPES[name] for name in re.findall(r'"(k[A-Z0-9]+)"', text) if name in TYPES}


def add_network(corpus, path, calls, *, title, rules, runs, oracle, **rest):
    """Add one case. runs: dicts of case.json; Arrays in them become tensors."""
    text = calls if isinstance(calls, str) else calls.text()
    corpus.add("tensorrt/" + path, title=title, rules=rules, model=text, format_="tensorrt-network", dialect="tensorrt-network",
               oracle=oracle, runs=[converted(run) for run in runs], features=features(text), **rest)


def converted(value):
    if isinstance(value, lazy_network.Array):
        return tensor(value)
    if isinstance(value, dict):
        return {k: converted(v) for k, v in value.items()}
    return [converted(v) for v in value] if isinstance(value, (list, tuple)) else value


def grid_run(text, name, inputs, *, columns=None, at=None, shapes=None, survey=False, rules=None, or_rejected=None):
    """One run of a grid, with the result that the oracle gives.

    or_rejected: rules of an error in an element that no output needs; an implementation may report it (TRT-2).
    The run belongs to the survey if the API reference reads a rule in another way (TRT-4, TRT-7).
    """
    result, disputed = expected(expand(text, columns, at), inputs, shapes)
    survey = survey or disputed
    if or_rejected:
        result, survey = {"any_of": [result, case.rejected("run", or_rejected)]}, True
    return {"name": name, **({"at": list(at)} if at else {}), **({"rules": rules} if rules else {}),
            **({"tier": "survey"} if survey else {}), "inputs": inputs, **result}
