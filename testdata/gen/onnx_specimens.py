"""Nodes of ONNX's operators, each with three sets of operands: two of equal shapes, and one of others."""

import math

import numpy as np

import onnx_more_specimens
import onnx_rounded_specimens
from frames import i64
from onnx_nodes import array, each, numbers, of, shuffled
from onnx_products import product
from rounded import correctly_rounded


class Specimen:
    """`node`: its text with {} for the names of its operands. `function` computes a list of outputs of arrays."""

    def __init__(self, group, name, node, sets, function, types=None, opset=18, compare=None):
        self.group, self.name, self.node, self.sets, self.opset = group, name, node, sets, opset
        results = [function(*[array(operand) for operand in operands]) for operands in sets]
        results = [list(result) if isinstance(result, tuple) else [result] for result in results]
        types = types or [sets[0][0].type]
        # A tolerance for each output, or one for all reals.
        self.compare = compare if isinstance(compare, list) else [compare if type_[0] == "f" else None for type_ in types]
        self.results = [[of(type_, y) for type_, y in zip(types, result)] for result in results]


FOUND = []


def add(*args, **more):
    FOUND.append(Specimen(*args, **more))


def add_elements():
    shapes = [2, 3], [2, 3], [4, 1]
    def one(name, function, node=None, type_="f32", values=None, **more):
        sets = [(x,) for x in values or numbers(type_, *shapes)]
        add("of_one_operand", name, "%s ({})" % (node or name), sets, each(function), **more)

    for name, function, node in (("Abs", abs, None), ("Relu", lambda v: max(v, 0), None), ("Sign", lambda v: (v > 0) - (v < 0), None), ("Identity", lambda v: v, None),
                                 ("LeakyRelu", lambda v: v if v >= 0 else v / 2, "LeakyRelu <alpha = 0.5>"), ("ThresholdedRelu", lambda v: v if v > 1 else 0, "ThresholdedRelu <alpha = 1.0>"),
                                 ("Shrink", lambda v: v + 1 if v < -1 else v - 1 if v > 1 else 0, "Shrink <lambd = 1.0, bias = 1.0>")):
        one(name, function, node)
    halves = [of("f32", array(x) * 1.375) for x in numbers("f32", *shapes)]
    for name, function in (("Floor", math.floor), ("Ceil", lambda v: math.ceil(v) + 0), ("Round", lambda v: round(v) + 0)):
        one(name, function, values=halves)
    one("Not", lambda v: not v, values=[of("boolean", array(x) % 2 == 0) for x in numbers("i64", *shapes)])
    one("BitwiseNot", lambda v: ~v, type_="i32")
    positive = [of("f32", array(x) - array(x).min() + 1) for x in numbers("f32", *shapes)]
    one("Neg", lambda v: -v, values=positive)
    one("Reciprocal", lambda v: float(np.float32(1 / v)), values=positive, compare={"ulp": 8})
    for name in ("Sqrt", "Log"):
        one(name, lambda v, name=name: correctly_rounded(name.lower(), v, "f32"), values=positive, compare={"ulp": 10})
    for name in ("Exp", "Sin", "Cos", "Tanh", "Sigmoid", "Erf", "Atan", "Sinh", "Cosh", "Asinh"):
        one(name, lambda v, name=name: correctly_rounded(name.lower(), v, "f32"), compare={"ulp": 34})
    for name, opset, shift, scale in (("Acos", 22, 0, 1 / 8), ("Asin", 22, 0, 1 / 8), ("Tan", 22, 0, 1 / 8), ("Atanh", 22, 0, 1 / 8), ("Acosh", 22, 4, 1 / 2)):
        one(name, lambda v, name=name: correctly_rounded(name.lower(), v, "f32"), values=[of("f32", array(x) * scale + shift) for x in numbers("f32", *shapes)], compare={"ulp": 12}, opset=opset)
    one("IsNaN", lambda v: v != v, values=[of("f32", np.where(array(x) % 2 == 0, np.nan, array(x))) for x in numbers("f32", *shapes)], types=["boolean"], opset=20)
    one("IsInf", math.isinf, values=[of("f32", np.where(array(x) % 2 == 0, np.inf, array(x))) for x in numbers("f32", *shapes)], types=["boolean"], opset=20)
    one("Cast_to_i64", int, "Cast <to = 7>", types=["i64"])
    one("Cast_to_boolean", bool, "Cast <to = 9>", types=["boolean"])
    one("HardSigmoid", lambda v: min(max(v / 4 + 0.5, 0), 1), "HardSigmoid <alpha = 0.25, beta = 0.5>")


def add_pairs():
    """Operands that stretch: the first two sets stretch one axis, the third one the other."""
    pairs = [([2, 3], [2, 1]), ([2, 3], [2, 1]), ([1, 3], [4, 3])]

    def two(name, function, type_="f32", result=None, least=None, node=None, **more):
        sets = []
        for k, (left, right) in enumerate(pairs):
            a, b = shuffled(type_, left, k - 3, 1 + 4 * (k == 2)), shuffled(type_, right, k + 1, 2)
            if least is not None:
                a, b = shuffled(type_, left, least + k, 3), shuffled(type_, right, k + 1, 1)
            if type_ == "boolean":
                a, b = [of(type_, (array(shuffled("i64", s, k + q)) % (2 + q)) == 0) for q, s in enumerate((left, right))]
            sets.append((a, b))
        def computed(x, y):
            x, y = np.broadcast_arrays(x, y)
            return np.array([function(p, q) for p, q in zip(x.reshape(-1).tolist(), y.reshape(-1).tolist())], object).reshape(x.shape)
        add("of_two_operands", name, "%s ({}, {})" % (node or name), sets, computed, types=[result or type_], **more)

    for name, function in (("Add", lambda a, b: a + b), ("Sub", lambda a, b: a - b), ("Mul", lambda a, b: a * b), ("Max", max), ("Min", min), ("Sum", lambda a, b: a + b)):
        two(name, function)
    two("Mean", lambda a, b: (a + b) / 2)
    two("Div", lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1), "i64")
    two("Mod", lambda a, b: a % b, "i64")
    two("Mod_fmod", math.fmod, "i32", node="Mod <fmod = 1>")
    two("Pow", lambda a, b: a**b, "i64", least=-5)
    for name, function in (("Equal", lambda a, b: a == b), ("Less", lambda a, b: a < b), ("Greater", lambda a, b: a > b), ("LessOrEqual", lambda a, b: a <= b), ("GreaterOrEqual", lambda a, b: a >= b)):
        two(name, function, result="boolean")
    for name, function in (("And", lambda a, b: a and b), ("Or", lambda a, b: a or b), ("Xor", lambda a, b: a != b)):
        two(name, function, "boolean")
    for name, function in (("BitwiseAnd", lambda a, b: a & b), ("BitwiseOr", lambda a, b: a | b), ("BitwiseXor", lambda a, b: a ^ b)):
        two(name, function, "u8", least=100)
    two("BitShift", lambda a, b: a >> b, "u32", least=1000, node='BitShift <direction = "RIGHT">')
    x = numbers("f32", [2, 3], [2, 3], [4, 2])
    add("of_two_operands", "PRelu", "PRelu ({}, {})", list(zip(x, [of("f32", [2, 3, 4]), of("f32", [5, 7, 0.5]), of("f32", [3, 0.25])])), lambda x, s: np.where(x < 0, x * s, x))
    conditions = [of("boolean", [[True, False, True]]), of("boolean", [[False, True, True]]), of("boolean", [[True], [False], [False], [True]])]
    add("of_two_operands", "Where", "Where ({}, {}, {})", list(zip(conditions, numbers("f32", [2, 1], [2, 1], [4, 2]), numbers("f32", [2, 3], [2, 3], [4, 1], step=7))), np.where, types=["f32"])
    add("of_two_operands", "Clip", "Clip ({}, {}, {})", list(zip(numbers("f32", [2, 3], [2, 3], [4, 1]), [of("f32", v) for v in (-1, 0, -2)], [of("f32", v) for v in (1, 2, 0)])), lambda x, low, high: np.minimum(np.maximum(x, low), high))
    add("of_two_operands", "CastLike", "CastLike ({}, {})", list(zip(numbers("f32", [2, 3], [2, 3], [4, 1]), [i64(1), i64(2), i64(3)])), lambda x, like: x, types=["i64"])


def add_moves():
    x = numbers("f32", [2, 3], [2, 3], [4, 2])
    y = numbers("f32", [2, 1], [2, 1], [4, 3], step=5)
    group = "that_move_elements"
    add(group, "Concat", "Concat <axis = 1> ({}, {})", list(zip(x, y)), lambda a, b: np.concatenate([a, b], 1))
    add(group, "Transpose", "Transpose ({})", [(v,) for v in x], lambda a: a.T)
    add(group, "Reshape", "Reshape ({}, {})", list(zip(x, [i64(3, 2), i64(-1, 6), i64(2, 4)])), lambda a, s: a.reshape(s))
    add(group, "Flatten", "Flatten ({})", [(v,) for v in numbers("f32", [2, 3, 2], [2, 3, 2], [3, 1, 2])], lambda a: a.reshape(len(a), -1))
    add(group, "Squeeze", "Squeeze ({}, {})", list(zip(numbers("f32", [1, 1, 2], [1, 1, 2], [3, 1, 1]), [i64(0), i64(1), i64(2)])), lambda a, axes: np.squeeze(a, tuple(axes)))
    add(group, "Unsqueeze", "Unsqueeze ({}, {})", list(zip(x, [i64(0), i64(2), i64(-2)])), lambda a, axes: np.expand_dims(a, tuple(axes)))
    add(group, "Expand", "Expand ({}, {})", list(zip(numbers("f32", [1, 3], [1, 3], [2, 1]), [i64(2, 3), i64(4, 1), i64(2, 2)])), lambda a, s: np.broadcast_to(a, np.broadcast_shapes(a.shape, tuple(s))))
    add(group, "Tile", "Tile ({}, {})", list(zip(x, [i64(1, 2), i64(3, 1), i64(2, 1)])), np.tile)
    add(group, "Slice", "Slice ({}, {}, {}, {}, {})", list(zip(x, [i64(0), i64(2), i64(-1)], [i64(2), i64(0), i64(-5)], [i64(1), i64(1), i64(0)], [i64(1), i64(-1), i64(-2)])),
        lambda a, s, e, axes, steps: a[(slice(None),) * axes[0] + (slice(s[0], e[0] if e[0] != -5 else None, steps[0]),)])
    add(group, "Split", "Split <axis = 1> ({}, {})", list(zip(numbers("f32", [2, 3], [2, 3], [1, 5]), [i64(1, 2), i64(2, 1), i64(3, 2)])), lambda a, s: tuple(np.split(a, [s[0]], 1)), types=["f32", "f32"])
    add(group, "Pad", "Pad ({}, {}, {})", list(zip(x, [i64(1, 0, 0, 2), i64(0, 1, 1, 0), i64(-1, 0, 2, 1)], [of("f32", v) for v in (9, 8, 7)])),
        lambda a, p, v: np.pad(a[max(-p[0], 0):], [(max(p[0], 0), p[2]), (p[1], p[3])], constant_values=v))
    add(group, "Gather", "Gather <axis = 1> ({}, {})", list(zip(x, [i64(0, 2), i64(1, -1), i64(1, 1, 0)])), lambda a, i: a[:, i])
    indices = [of("i64", v) for v in ([[0, 2], [1, 1]], [[2, -1], [0, 1]], [[1], [0], [0], [1]])]
    def elements(a, i):
        return np.array([[a[r, c] for c in row] for r, row in enumerate(i)])
    add(group, "GatherElements", "GatherElements <axis = 1> ({}, {})", list(zip(x, indices)), elements)
    nd = [of("i64", v) for v in ([[0, 2], [1, 1]], [[1, -1], [0, 1]], [[1, 0], [3, 1], [2, 0]])]
    add(group, "GatherND", "GatherND ({}, {})", list(zip(x, nd)), lambda a, i: np.array([a[tuple(at)] for at in i]))
    def scattered(a, i, u):
        a = a.copy()
        for at, value in zip(i, u):
            a[tuple(at)] = value
        return a
    add(group, "ScatterND", "ScatterND ({}, {}, {})", list(zip(x, nd, [of("f32", v) for v in ([50, 60], [70, 80], [90, 10, 20])])), scattered)
    def placed(a, i, u):
        a = a.copy()
        for r, row in enumerate(i):
            for c, at in enumerate(row):
                a[r, at] = u[r, c]
        return a
    distinct = [of("i64", v) for v in ([[0, 2], [1, 0]], [[2, 1], [0, 1]], [[1], [0], [0], [1]])]
    add(group, "ScatterElements", "ScatterElements <axis = 1> ({}, {}, {})", list(zip(x, distinct, numbers("f32", [2, 2], [2, 2], [4, 1], step=11))), placed)
    add(group, "Trilu", "Trilu ({}, {})", list(zip(numbers("f32", [3, 3], [3, 3], [2, 4]), [of("i64", v) for v in (0, -1, 1)])), np.triu)
    add(group, "DepthToSpace", "DepthToSpace <blocksize = 2> ({})", [(v,) for v in numbers("f32", [1, 4, 1, 2], [1, 4, 1, 2], [1, 8, 2, 1])],
        lambda a: a.reshape(1, 2, 2, -1, *a.shape[2:]).transpose(0, 3, 4, 1, 5, 2).reshape(1, -1, 2 * a.shape[2], 2 * a.shape[3]))
    add(group, "SpaceToDepth", "SpaceToDepth <blocksize = 2> ({})", [(v,) for v in numbers("f32", [1, 1, 2, 4], [1, 1, 2, 4], [1, 2, 2, 2])],
        lambda a: a.reshape(1, a.shape[1], a.shape[2] // 2, 2, a.shape[3] // 2, 2).transpose(0, 3, 5, 1, 2, 4).reshape(1, -1, a.shape[2] // 2, a.shape[3] // 2))
    def reversed_(a, lengths):
        a = a.copy()
        for b, n in enumerate(lengths):
            a[:n, b] = a[:n, b][::-1].copy()
        return a
    add(group, "ReverseSequence", "ReverseSequence ({}, {})", list(zip(numbers("f32", [3, 2], [3, 2], [2, 3]), [i64(3, 2), i64(1, 3), i64(2, 1, 2)])), reversed_)
    add(group, "EyeLike", "EyeLike ({})", [(v,) for v in x], lambda a: np.eye(*a.shape))
    add(group, "Shape", "Shape ({})", [(v,) for v in x], lambda a: np.array(a.shape, np.int64), types=["i64"])
    add(group, "Size", "Size ({})", [(v,) for v in x], lambda a: np.array(a.size, np.int64), types=["i64"])
    add(group, "Range", "Range ({}, {}, {})", [tuple(of("i64", v) for v in values) for values in ((0, 6, 2), (5, -1, -2), (1, 10, 2))], np.arange)
    add(group, "ConstantOfShape", "ConstantOfShape <value = float[1] {{7}}> ({})", [(i64(2, 3),), (i64(3, 2),), (i64(1, 4),)], lambda s: np.full(s, 7), types=["f32"])
    add(group, "OneHot", "OneHot ({}, {}, {})", list(zip([i64(0, 2), i64(1, 3), i64(2, 0, 1)], [of("i64", v) for v in (3, 4, 3)], [of("f32", v) for v in ([0, 1], [5, 9], [2, 7])])),
        lambda i, depth, v: np.where(np.arange(int(depth)) == i[:, None], v[1], v[0]), types=["f32"])
    add(group, "NonZero", "NonZero ({})", [(of("f32", v),) for v in ([[0, 1], [2, 0]], [[3, 0], [4, 5]], [[0], [7], [0]])], lambda a: np.array(np.nonzero(a), np.int64), types=["i64"])
    add(group, "Compress", "Compress <axis = 1> ({}, {})", list(zip(x, [of("boolean", v) for v in ([True, False, True], [False, True, False], [False, True])])), lambda a, c: a[:, c])
    add(group, "CenterCropPad", "CenterCropPad ({}, {})", list(zip(numbers("f32", [2, 4], [2, 4], [1, 2]), [i64(2, 2), i64(1, 4), i64(3, 2)])),
        lambda a, s: np.array({(2, 2): a[:, 1:3], (1, 4): a[:1], (3, 2): np.pad(a, ((1, 1), (0, 0)))}[tuple(s)]))


def add_orders():
    x = numbers("f32", [2, 4], [2, 4], [3, 2])
    group = "that_find_elements"
    def best(a, k):
        order = np.argsort(-a, 1, kind="stable")[:, :k[0]]
        return np.take_along_axis(a, order, 1), order
    add(group, "TopK", "TopK ({}, {})", list(zip(x, [i64(2), i64(3), i64(1)])), best, types=["f32", "i64"])
    add(group, "ArgMax", "ArgMax <axis = 1> ({})", [(v,) for v in x], lambda a: a.argmax(1)[:, None], types=["i64"])
    add(group, "ArgMin", "ArgMin <axis = 1, keepdims = 0> ({})", [(v,) for v in x], lambda a: a.argmin(1), types=["i64"])
    add(group, "CumSum", "CumSum ({}, {})", list(zip(x, [of("i64", v) for v in (0, 1, -1)])), lambda a, axis: a.cumsum(axis))
    def unique(a):
        y, first, back, counts = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
        return y, first, back.reshape(-1), counts
    add(group, "Unique", "Unique ({})", [(of("f32", v),) for v in ([3, 1, 3, 2], [5, 5, 4, 4], [7, 7])], unique, types=["f32", "i64", "i64", "i64"])
    add(group, "Hardmax", "Hardmax ({})", [(v,) for v in x], lambda a: (a == a.max(1, keepdims=True)).astype(float))
    squares = {"Sum": lambda a, axes: a.sum(axes, keepdims=True), "Max": lambda a, axes: a.max(axes, keepdims=True), "Min": lambda a, axes: a.min(axes, keepdims=True), "Prod": lambda a, axes: a.prod(axes, keepdims=True),
               "L1": lambda a, axes: np.abs(a).sum(axes, keepdims=True), "SumSquare": lambda a, axes: (a * a).sum(axes, keepdims=True), "Mean": lambda a, axes: a.mean(axes, keepdims=True)}
    for name, function in squares.items():
        tables = numbers("f32", [2, 4], [2, 4], [4, 2])
        if name == "Prod":  # no product is -0
            tables = [of("f32", array(table) + 0.5) for table in tables]
        add(group, "Reduce" + name, "Reduce%s ({}, {})" % name, list(zip(tables, [i64(1), i64(0), i64(-1)])), lambda a, axes, f=function: f(a, tuple(axes)))
    add(group, "NonMaxSuppression", "NonMaxSuppression ({}, {}, {}, {}, {})", list(zip(
        [of("f32", [[[0, 0, 2, 2], [0, 0, 2, 1], [4, 4, 6, 6]]]), of("f32", [[[0, 0, 2, 2], [0, 4, 2, 8], [0, 0, 1, 2]]]), of("f32", [[[0, 0, 2, 2], [4, 4, 6, 6]]])],
        [of("f32", [[[0.5, 0.75, 0.25]]]), of("f32", [[[0.25, 0.5, 0.75]]]), of("f32", [[[0.5, 0.25]]])], [of("i64", v) for v in (1, 3, 3)], [of("f32", v) for v in (0.25, 0.75, 0.5)], [of("f32", v) for v in (0.125, 0.125, 0.375)])),
        lambda boxes, scores, most, iou, least: np.array({0.25: [[0, 0, 1]], 0.75: [[0, 0, 2], [0, 0, 1], [0, 0, 0]], 0.5: [[0, 0, 0]]}[float(iou)], np.int64), types=["i64"])


def add_sums():
    group = "that_sum_products"
    add(group, "MatMul", "MatMul ({}, {})", list(zip(numbers("f32", [2, 3], [2, 3], [4, 2]), numbers("f32", [3, 2], [3, 2], [2, 1], step=2))), lambda a, b: product(a, b, 0))
    add(group, "Gemm", "Gemm <transB = 1, beta = 2.0> ({}, {}, {})", list(zip(numbers("f32", [2, 3], [2, 3], [4, 2]), numbers("f32", [2, 3], [2, 3], [1, 2], step=2), [of("f32", v) for v in ([[1, 2]], [[3, 5]], [[7], [8], [9], [6]])])),
        lambda a, b, c: product(a, b.T, 0) + 2 * c)
    add(group, "Einsum", 'Einsum <equation = "ij,kj->ki"> ({}, {})', list(zip(numbers("f32", [2, 3], [2, 3], [4, 2]), numbers("f32", [2, 3], [2, 3], [1, 2], step=2))), lambda a, b: product(b, a.T, 0))
    bytes_ = [[of("u8", array(v) + 9) for v in numbers("i64", *shapes)] for shapes in (([2, 3], [2, 3], [4, 2]), ([3, 2], [3, 2], [2, 1]))]
    add(group, "MatMulInteger", "MatMulInteger ({}, {}, {}, {})", list(zip(*bytes_, [of("u8", v) for v in (3, 5, 7)], [of("u8", v) for v in (9, 2, 4)])),
        lambda a, b, p, q: product(a.astype(int) - int(p), b.astype(int) - int(q), 0), types=["i32"])

    def convolved(a, w, b):
        y = np.array([[[sum(a[n, c, t + s].item() * w[k, c, s].item() for c in range(a.shape[1]) for s in range(w.shape[2])) + b[k].item() for t in range(a.shape[2] - w.shape[2] + 1)] for k in range(len(w))] for n in range(len(a))])
        return y
    add(group, "Conv", "Conv ({}, {}, {})", list(zip(numbers("f32", [1, 2, 4], [1, 2, 4], [2, 2, 3]), numbers("f32", [2, 2, 2], [2, 2, 2], [2, 2, 2], step=2), [of("f32", v) for v in ([1, 2], [30, 50], [7, -3])])), convolved)
    def spread(a, w, b):
        y = np.zeros((len(a), w.shape[1], a.shape[2] + w.shape[2] - 1)) + b.reshape(1, -1, 1)
        for n, c, t in np.ndindex(*a.shape):
            y[n, :, t:t + w.shape[2]] += a[n, c, t] * w[c]
        return y
    add(group, "ConvTranspose", "ConvTranspose ({}, {}, {})", list(zip(numbers("f32", [1, 2, 3], [1, 2, 3], [3, 2, 2]), numbers("f32", [2, 1, 2], [2, 1, 2], [2, 1, 2], step=2), [of("f32", v) for v in ([1], [30], [7])])), spread)
    planes = numbers("f32", [1, 2, 4], [1, 2, 4], [2, 1, 6])
    add(group, "MaxPool", "MaxPool <kernel_shape = [2], strides = [2]> ({})", [(v,) for v in planes], lambda a: a.reshape(*a.shape[:2], -1, 2).max(3))
    add(group, "AveragePool", "AveragePool <kernel_shape = [2], strides = [2]> ({})", [(v,) for v in planes], lambda a: a.reshape(*a.shape[:2], -1, 2).mean(3))
    add(group, "GlobalMaxPool", "GlobalMaxPool ({})", [(v,) for v in planes], lambda a: a.max(2, keepdims=True))
    add(group, "GlobalAveragePool", "GlobalAveragePool ({})", [(v,) for v in numbers("f32", [1, 2, 4], [1, 2, 4], [2, 1, 2])], lambda a: a.mean(2, keepdims=True))
    add(group, "QuantizeLinear", "QuantizeLinear ({}, {}, {})", list(zip(numbers("f32", [2, 3], [2, 3], [4, 1], step=8), [of("f32", v) for v in (4, 2, 8)], [of("u8", v) for v in (100, 120, 90)])), lambda x, s, z: x / s + z, types=["u8"], opset=21)
    add(group, "DequantizeLinear", "DequantizeLinear ({}, {}, {})", list(zip([of("u8", array(v) + 9) for v in numbers("i64", [2, 3], [2, 3], [4, 1])], [of("f32", v) for v in (4, 2, 0.5)], [of("u8", v) for v in (9, 7, 10)])),
        lambda x, s, z: (x.astype(int) - int(z)) * s, types=["f32"], opset=21)
    # (x - mean) / sqrt(variance + 0) with variances that are squares of powers of 2.
    batch = [of("f32", v) for v in ([1, -2], [4, 3], [5])], [of("f32", v) for v in ([10, 20], [30, 50], [7])], [of("f32", v) for v in ([1, 2], [-1, 3], [4])], [of("f32", v) for v in ([4, 16], [16, 64], [4])]
    add(group, "BatchNormalization", "BatchNormalization <epsilon = 0.0> ({}, {}, {}, {}, {})", list(zip(numbers("f32", [2, 2, 1], [2, 2, 1], [3, 1, 2], step=8), *batch)),
        lambda x, s, b, m, v: (x - m.reshape(1, -1, 1)) / np.sqrt(v).reshape(1, -1, 1) * s.reshape(1, -1, 1) + b.reshape(1, -1, 1))
    add(group, "LRN", "LRN <size = 1, alpha = 0.0, beta = 0.5, bias = 4.0> ({})", [(v,) for v in planes], lambda a: a / 2)
    add(group, "Selu", "Selu <gamma = 2.0> ({})", [(of("f32", np.abs(array(v))),) for v in planes], lambda a: 2 * a)
    add(group, "Resize", 'Resize <mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"> ({}, "", "", {})', list(zip(numbers("f32", [2, 3], [2, 3], [4, 1]), [i64(2, 6), i64(4, 3), i64(4, 3)])),
        lambda a, s: np.repeat(np.repeat(a, s[0] // a.shape[0], 0), s[1] // a.shape[1], 1))
    add(group, "Det", "Det ({})", [(of("f32", v),) for v in ([[4, 1], [2, 1]], [[0, 2], [8, 7]], [[3]])], lambda a: a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0] if len(a) == 2 else a[0, 0])


for add_group in (add_elements, add_pairs, add_moves, add_orders, add_sums):
    add_group()
onnx_more_specimens.add_to(add)
onnx_rounded_specimens.add_to(add)
