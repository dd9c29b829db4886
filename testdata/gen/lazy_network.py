"""Evaluates a TensorRT network as its formal semantics says: every tensor in a loop is a lazy sequence.

A tensor has a value at a *point*: the index of its element in the sequence of each loop. An element is
computed when another one needs it and never otherwise. Nothing here knows an order of evaluation or how loops
are nested.
"""

import itertools
import json
import math
import struct

ENDLESS = 10_000
UNSPECIFIED = None  # an element of the padding


class Rejected(Exception):
    """The run is an error of one of these rules."""

    def __init__(self, *rules):
        super().__init__(*rules)
        self.rules = set(rules)


class Array:
    """A type of the API, dimensions and flat row-major elements."""

    def __init__(self, type_, shape, flat):
        self.type, self.shape, self.flat = type_, tuple(shape), [rounded(type_, v) for v in flat]
        assert math.prod(self.shape) == len(self.flat), (self.shape, self.flat)

    def at(self, index):
        place = 0
        for i, dim in zip(index, self.shape):
            place = place * dim + i
        return self.flat[place]

    def item(self):
        assert self.shape == () and self.flat[0] is not UNSPECIFIED
        return self.flat[0]


def rounded(type_, value):
    if value is UNSPECIFIED or type_ == "kBOOL":
        return value
    if type_ == "kFLOAT":
        return struct.unpack("<f", struct.pack("<f", value))[0]
    assert value == int(value), (type_, value)
    return int(value)


def indices(shape):
    return itertools.product(*map(range, shape))


def zipped(f, type_, *arrays):
    """f of the elements at each place; a dimension of 1 is repeated."""
    shape = [next((d for d in dims if d != 1), 1) for dims in zip(*(a.shape for a in arrays))]
    assert all(len(a.shape) == len(shape) and all(d in (1, s) for d, s in zip(a.shape, shape)) for a in arrays)
    flat = []
    for index in indices(shape):
        values = [a.at([0 if d == 1 else i for i, d in zip(index, a.shape)]) for a in arrays]
        flat.append(UNSPECIFIED if UNSPECIFIED in values else f(*values))
    return Array(type_, shape, flat)


def divide(a, b):
    if b == 0:
        raise Rejected("NUM-8")
    return int(a / b)  # toward 0; the operands are small


ELEMENTWISE = {
    "kSUM": lambda a, b: a + b, "kADD": lambda a, b: a + b, "kPROD": lambda a, b: a * b, "kSUB": lambda a, b: a - b,
    "kMAX": max, "kMIN": min, "kEQUAL": lambda a, b: a == b, "kGREATER": lambda a, b: a > b, "kLESS": lambda a, b: a < b,
    "kAND": lambda a, b: a and b, "kOR": lambda a, b: a or b, "kXOR": lambda a, b: a != b,
}
UNARY = {"kNEG": lambda x: -x, "kABS": abs, "kNOT": lambda x: not x}


def subscript(x, axis, i):
    """X[i] on an axis, which is dropped."""
    shape = x.shape[:axis] + x.shape[axis + 1:]
    return Array(x.type, shape, [x.at(index[:axis] + (i,) + index[axis:]) for index in indices(shape)])


def stack(elements, type_, element_shape, axis, length):
    """The elements on a new axis, and padding up to its length."""
    shape = element_shape[:axis] + (length,) + element_shape[axis:]
    flat = []
    for index in indices(shape):
        i, rest = index[axis], index[:axis] + index[axis + 1:]
        flat.append(elements[i].at(rest) if i < len(elements) else UNSPECIFIED)
    return Array(type_, shape, flat)


def join(arrays, axis):
    out = []
    for array in arrays:
        out += [subscript(array, axis, i) for i in range(array.shape[axis])]
    first = arrays[0]
    return stack(out, first.type, first.shape[:axis] + first.shape[axis + 1:], axis, len(out))


class Network:
    """The calls of a network file, and its meaning for some inputs."""

    def __init__(self, text, inputs):
        self.inputs, self.layers, self.limits, self.outputs, self.known = inputs, {}, {}, [], {}
        self.shapes, self.disputed = {}, set()
        for call in json.loads(text)["calls"]:
            self.make(dict(call))

    def make(self, call):
        method = call["call"]
        if method == "markOutput":
            self.outputs.append(call["tensor"])
        elif method == "addTripLimit":
            self.limits.setdefault(call["on"], {})[call["limit"]] = call["tensor"]
        elif method == "setInput":
            self.layers[call["on"]]["input %d" % call["index"]] = call["tensor"]
        elif method == "setCondition":
            self.layers[call["on"]]["condition"] = call["condition"]
        elif method.startswith("set"):
            self.layers[call["on"]].update({k: v for k, v in call.items() if k not in ("call", "on")})
        else:
            self.layers[call["as"]] = call

    def run(self):
        """The outputs. All of them are tried, so that the rules of every error are known."""
        out, rules = [], set()
        self.find_disputed()
        for tensor in self.outputs:
            try:
                out.append(self.value(tensor, {}))
            except Rejected as error:
                rules |= error.rules
        if rules:
            raise Rejected(*rules)
        return out

    def value(self, tensor, point):
        """The element of a tensor's sequence at a point: loop -> index."""
        key = tensor, tuple(sorted(point.items()))
        if key not in self.known:
            layer = self.layers[tensor]
            self.known[key] = getattr(self, layer["call"])(layer, point)
        return self.known[key]

    def trips(self, loop, point):
        """The count, or the least n such that X[n] is false, whichever is reached first."""
        limits, before = self.limits[loop], without(point, loop)
        count = self.value(limits["kCOUNT"], before).item() if "kCOUNT" in limits else ENDLESS
        if count < 0:
            raise Rejected("TRIP-2", "TRT-6")
        for n in range(count):
            if "kWHILE" in limits and not self.value(limits["kWHILE"], {**before, loop: n}).item():
                return n
        assert count < ENDLESS, "the loop never ends"
        return count

    def find_disputed(self):
        """Notes the rules that the API reference does not share for this network, whatever its inputs are."""
        for loop, limits in self.limits.items():
            if "kWHILE" in limits and not self.is_own(limits["kWHILE"], loop, set()):
                self.disputed.add("TRT-7")
            backward = any(layer["call"] == "addIterator" and layer["on"] == loop and layer.get("reverse") for layer in self.layers.values())
            if backward and "kCOUNT" not in limits:
                self.disputed.add("TRT-4")

    def is_own(self, tensor, loop, seen):
        """Whether a condition depends on recurrences of its own loop, but on no iterator or loop output."""
        layer = self.layers[tensor]
        if tensor in seen or layer["call"] == "addRecurrence":
            return tensor in seen or layer["on"] == loop
        seen.add(tensor)
        read = [value for key, value in layer.items() if key not in ("as", "call", "on")]
        read += [self.layers[layer["on"]]["condition"]] if layer["call"] == "addOutput" else []
        flat = [each for value in read for each in (value if isinstance(value, list) else [value])]
        return layer["call"] not in ("addIterator", "addLoopOutput") and all(
            self.is_own(each, loop, seen) for each in flat if isinstance(each, str) and each in self.layers)

    # The layers of a loop

    def addRecurrence(self, layer, point):  # noqa: N802  (the names are those of the API)
        i, outside = point[layer["on"]], without(point, layer["on"])
        if i == 0:
            return self.value(layer["initialValue"], outside)
        return self.value(layer["input 1"], {**outside, layer["on"]: i - 1})

    def addIterator(self, layer, point):  # noqa: N802
        x, axis = self.value(layer["tensor"], without(point, layer["on"])), layer.get("axis", 0)
        i, length, limits = point[layer["on"]], x.shape[axis], self.limits[layer["on"]]
        if layer.get("reverse") and "kCOUNT" in limits:
            count = self.value(limits["kCOUNT"], without(point, layer["on"])).item()
            self.disputed |= {"TRT-4"} if count not in (0, length) else set()
        if i >= length:
            raise Rejected("SLICE-9", "TRT-5")
        return subscript(x, axis, length - 1 - i if layer.get("reverse", False) else i)

    def addLoopOutput(self, layer, point):  # noqa: N802
        x, loop = layer["tensor"], layer["on"]
        n = self.trips(loop, point)
        if layer["outputKind"] == "kLAST_VALUE":
            return self.value(x, {**point, loop: n})
        length, rules, elements = self.value(layer["input 1"], point).item(), set(), []
        if length < n:
            rules |= {"OUT-9", "TRT-13"}
        try:
            elements = [self.value(x, {**point, loop: k}) for k in range(n)]
        except Rejected as error:
            rules |= error.rules
        if rules:
            raise Rejected(*rules)
        if layer["outputKind"] == "kREVERSE":
            elements.reverse()
        type_, shape = (elements[0].type, elements[0].shape) if elements else self.type_and_shape_of_first(x, {**point, loop: 0})
        return stack(elements, type_, shape, layer.get("axis", 0), length)

    def type_and_shape_of_first(self, tensor, point):
        """Those of element 0, although no iteration needs it; from `shapes` if it cannot be computed."""
        try:
            first = self.value(tensor, point)
        except Rejected:
            return self.shapes[tensor]
        return first.type, first.shape

    # Conditionals: the branch that is not chosen is never asked for

    def addOutput(self, layer, point):  # noqa: N802
        condition = self.value(self.layers[layer["on"]]["condition"], point).item()
        return self.value(layer["trueSubgraphOutput" if condition else "falseSubgraphOutput"], point)

    # All other layers: the function of the elements

    def addInput(self, layer, point):  # noqa: N802
        return self.value(layer["input"], point) if "on" in layer else self.inputs[layer["as"]]

    def addConstant(self, layer, _):  # noqa: N802
        return Array(layer["weights"]["type"], layer["dimensions"], layer["weights"]["values"])

    def addElementWise(self, layer, point):  # noqa: N802
        a, b, op = self.value(layer["input1"], point), self.value(layer["input2"], point), layer["op"]
        type_ = "kBOOL" if op in ("kEQUAL", "kGREATER", "kLESS") else a.type
        return zipped(divide if op == "kDIV" else ELEMENTWISE[op], type_, a, b)

    def addUnary(self, layer, point):  # noqa: N802
        x = self.value(layer["input"], point)
        return zipped(UNARY[layer["operation"]], x.type, x)

    def addIdentity(self, layer, point):  # noqa: N802
        return self.value(layer["input"], point)

    def addCast(self, layer, point):  # noqa: N802
        x = self.value(layer["input"], point)
        return zipped(bool if layer["toType"] == "kBOOL" else lambda v: v + 0, layer["toType"], x)

    def addSelect(self, layer, point):  # noqa: N802
        c, a, b = (self.value(layer[name], point) for name in ("condition", "thenInput", "elseInput"))
        return zipped(lambda c, a, b: a if c else b, a.type, c, a, b)

    def addConcatenation(self, layer, point):  # noqa: N802
        return join([self.value(x, point) for x in layer["inputs"]], layer["axis"])

    def addShuffle(self, layer, point):  # noqa: N802
        x = self.value(layer["input"], point)
        return Array(x.type, layer.get("dimensions", x.shape), x.flat)

    def addReduce(self, layer, point):  # noqa: N802
        x, axis = self.value(layer["input"], point), layer["reduceAxes"].bit_length() - 1
        assert layer["operation"] == "kSUM" and layer["reduceAxes"] == 1 << axis and not layer["keepDimensions"]
        shape = x.shape[:axis] + x.shape[axis + 1:]
        parts = [subscript(x, axis, i) for i in range(x.shape[axis])]
        return Array(x.type, shape, [sum(part.at(i) for part in parts) for i in indices(shape)])


def without(point, loop):
    return {name: i for name, i in point.items() if name != loop}
