"""Nodes that optimizers replace by fewer ones, and whose result depends on axes, shapes and positions.

The oracle is NumPy. Every value is an integer, so nothing is rounded.
"""

import itertools
import math

import numpy as np

from onnx_nodes import add_fusions, array, integers, of, real, reals, shuffled, words

ORACLE = "generator: gen/onnx_optimized_shapes.py"
LAST = 2**63 - 1


def add_ranges(made):
    """A Gather of the positions of a Range, which a Slice takes only if none of them is below 0."""
    x = shuffled("f32", [4, 3], -11, 2)
    for axis, (start, limit, delta) in itertools.product(
        (0, 1), ((0, 2, 1), (1, 3, 1), (2, 0, -1), (2, -1, -1), (-3, 0, 1), (-1, -3, -1), (-2, 2, 1), (0, 3, 2), (2, -2, -2), (1, -1, -1), (0, 0, 1))
    ):
        places = np.arange(start, limit, delta)
        for type_ in ("i64", "i32"):
            made.run(
                "axis_%d__%s__%s" % (axis, words(start, limit, delta), type_),
                "r = Range (start, limit, delta) y = Gather <axis = %d> (x, r)" % axis,
                {"x": x, **{key: of(type_, value) for key, value in (("start", start), ("limit", limit), ("delta", delta))}},
                {"y": of("f32", np.take(array(x), places, axis))},
                13,
            )


def listed(name, *values):
    """A node that gives a list of INT64, in any version."""
    return "%s = Constant <value = int64[%d] {%s}> ()" % (name, len(values), ", ".join(map(str, values)))


def add_whole_slices(made):
    """Slices from 0 to the largest end. They are the whole operand only if the steps are 1."""
    for opset, (name, shape, steps) in itertools.product(
        (10, 11, 13),
        (
            ("row_by_1", [5], [1]),
            ("row_by_2", [5], [2]),
            ("row_by_3", [5], [3]),
            ("plane_by_1_and_1", [3, 4], [1, 1]),
            ("plane_by_1_and_3", [3, 4], [1, 3]),
            ("plane_by_2_and_1", [3, 4], [2, 1]),
        ),
    ):
        x = shuffled("f32", shape, -5)
        y = array(x)[tuple(slice(None, None, step) for step in steps)]
        begins, ends = [0] * len(shape), [LAST] * len(shape)
        made.run(
            "%s__version_%d" % (name, opset),
            "%s %s %s p = Neg (x) q = Slice (p, b, e, \"\", s) y = Neg (q)" % (listed("b", *begins), listed("e", *ends), listed("s", *steps)),
            {"x": x},
            {"y": of("f32", y)},
            opset,
        )
        made.run(
            "%s__axes__version_%d" % (name, opset),
            "%s %s %s %s p = Neg (x) q = Slice (p, b, e, a, s) y = Neg (q)"
            % (listed("b", *begins), listed("e", *ends), listed("a", *range(len(shape))), listed("s", *steps)),
            {"x": x},
            {"y": of("f32", y)},
            opset,
        )


def add_shapes_of_nothing(made):
    """Expand to a size of 0, of an axis of size 1."""
    for shape, target in (
        ([2, 1], [0]),
        ([1, 1], [0, 1]),
        ([1, 3], [0, 3]),
        ([1], [0]),
        ([1, 2], [0, 1]),
        ([1, 2], [1, 1]),
        ([2, 1], [1]),
        ([1, 2, 1], [0, 1, 0]),
    ):
        x = shuffled("f32", shape, 1)
        y = np.broadcast_to(array(x), np.broadcast_shapes(shape, target))
        made.run(
            "%s__to_%s" % (words(*shape), words(*target)),
            integers("s", *target) + " p = Neg (x) q = Expand (p, s) y = Neg (q)",
            {"x": x},
            {"y": of("f32", y)},
            13,
        )
    x = shuffled("f32", [1, 3], 1)
    for operator, type_ in (
        ("Add", "f32"),
        ("Sub", "f32"),
        ("Mul", "f32"),
        ("Div", "f32"),
        ("Pow", "f32"),
        ("Greater", "boolean"),
        ("Less", "boolean"),
        ("Equal", "boolean"),
    ):
        for order in ("x, k", "k, x"):
            made.run(
                "%s__constant_%s" % (operator.lower(), "last" if order == "x, k" else "first"),
                "k = Constant <value = float[0,3] {}> () y = %s (%s)" % (operator, order),
                {"x": x},
                {"y": of(type_, np.zeros([0, 3]))},
                13,
            )


def add_ranks_of_constants(made):
    """One element with more axes than the other operand. The result has as many, also as one operator."""
    x, z = of("f32", [-2, 0.5, 4]), of("f32", [3, -5, 7])
    v, u = array(x).astype(float), array(z).astype(float)
    positive = of("f32", [0.25, 1, 4])
    root, sigmoid = np.sqrt(array(positive).astype(float)), 1 / (1 + np.exp(-v))
    softplus, hard, gelu = np.log1p(np.exp(v)), np.clip(v + 3, 0, 6) / 6, v * (1 + np.array([math.erf(w / 2**0.5) for w in v])) / 2
    bound = {"bound": 5e-6}
    # The constant with the axes is k. Other constants have none.
    for name, k, nodes, given, y, compare in (
        ("sum_with_0", 0, "y = Add (x, k)", {"x": x}, v, None),
        ("0_plus", 0, "y = Add (k, x)", {"x": x}, v, None),
        ("minus_0", 0, "y = Sub (x, k)", {"x": x}, v, None),
        ("times_1", 1, "y = Mul (x, k)", {"x": x}, v, None),
        ("1_times", 1, "y = Mul (k, x)", {"x": x}, v, None),
        ("divided_by_1", 1, "y = Div (x, k)", {"x": x}, v, None),
        ("power_of_1", 1, "y = Pow (x, k)", {"x": x}, v, None),
        ("power_of_2", 2, "y = Pow (x, k)", {"x": x}, v * v, None),
        ("reciprocal", 1, "y = Div (k, x)", {"x": x}, 1 / v, None),
        ("times_power_of_minus_1", -1, "m = Pow (x, k) y = Mul (z, m)", {"x": x, "z": z}, u / v, None),
        ("plus_times_minus_1", -1, "m = Mul (x, k) y = Add (z, m)", {"x": x, "z": z}, u - v, None),
        ("root", 0.5, "y = Pow (x, k)", {"x": positive}, root, None),
        ("reciprocal_of_root", 1, "m = Sqrt (x) y = Div (k, m)", {"x": positive}, 1 / root, None),
        ("zero_minus", 0, "y = Sub (k, x)", {"x": x}, -v, None),
        ("max_with_0", 0, "y = Max (x, k)", {"x": x}, np.maximum(v, 0), None),
        ("max_with_product", 0.5, "m = Mul (x, k) y = Max (x, m)", {"x": x}, np.maximum(v, v / 2), None),
        ("min_of_max", -1, real("h", 2) + " m = Max (x, k) y = Min (m, h)", {"x": x}, np.clip(v, -1, 2), None),
        ("min_of_max_upper", 2, real("l", -1) + " m = Max (x, l) y = Min (m, k)", {"x": x}, np.clip(v, -1, 2), None),
        ("max_of_min", -1, real("h", 2) + " m = Min (x, h) y = Max (m, k)", {"x": x}, np.clip(v, -1, 2), None),
        ("relu_and_min", 2, "m = Relu (x) y = Min (m, k)", {"x": x}, np.clip(v, 0, 2), None),
        ("where_positive", 0, "m = Greater (x, k) n = Neg (x) y = Where (m, x, n)", {"x": x}, np.abs(v), None),
        ("where_or_constant", 9, real("o", 0) + " m = Greater (x, o) y = Where (m, x, k)", {"x": x}, np.where(v > 0, v, 9), None),
        ("swish", 1, "m = Mul (x, k) s = Sigmoid (m) y = Mul (x, s)", {"x": x}, v * sigmoid, bound),
        ("swish_by_exp", 1, "n = Neg (x) e = Exp (n) a = Add (e, k) y = Div (x, a)", {"x": x}, v * sigmoid, bound),
        ("sigmoid_by_exp", 1, "n = Neg (x) e = Exp (n) a = Add (e, k) y = Reciprocal (a)", {"x": x}, sigmoid, {"bound": 1e-6}),
        ("softplus", 1, "e = Exp (x) a = Add (e, k) y = Log (a)", {"x": x}, softplus, bound),
        ("mish", 1, "e = Exp (x) a = Add (e, k) l = Log (a) t = Tanh (l) y = Mul (x, t)", {"x": x}, v * np.tanh(softplus), bound),
        ("hard_sigmoid", 3, real("o", 0) + " " + real("t", 6) + " a = Add (x, k) b = Clip (a, o, t) y = Div (b, t)", {"x": x}, hard, bound),
        (
            "hard_swish",
            3,
            real("o", 0) + " " + real("t", 6) + " a = Add (x, k) b = Clip (a, o, t) c = Mul (x, b) y = Div (c, t)",
            {"x": x},
            v * hard,
            bound,
        ),
        (
            "gelu_one",
            1,
            real("r", 2**0.5) + " " + real("h", 0.5) + " d = Div (x, r) e = Erf (d) a = Add (e, k) b = Mul (x, h) y = Mul (b, a)",
            {"x": x},
            gelu,
            bound,
        ),
        (
            "gelu_root",
            2**0.5,
            real("o", 1) + " " + real("h", 0.5) + " d = Div (x, k) e = Erf (d) a = Add (e, o) b = Mul (x, a) y = Mul (b, h)",
            {"x": x},
            gelu,
            bound,
        ),
        (
            "gelu_half",
            0.5,
            real("o", 1) + " " + real("r", 2**0.5) + " d = Div (x, r) e = Erf (d) a = Add (e, o) b = Mul (x, k) y = Mul (b, a)",
            {"x": x},
            gelu,
            bound,
        ),
    ):
        for rank in range(4):
            made.run(
                "%s__rank_%d" % (name, rank),
                "%s %s" % (reals("k", [k], [1] * rank), nodes),
                given,
                {"y": of("f32", np.reshape(y, [1] * (rank - 1) + [3]), compare)},
                16,
            )
    a, b = shuffled("f32", [2, 3], -5, 2), shuffled("f32", [3, 2], -3, 2)
    plane, taps = shuffled("f32", [1, 1, 2, 2], -3, 2), [1, 2]
    product, planes = array(a) @ array(b), array(plane) * np.reshape(taps, [1, 2, 1, 1])
    for name, nodes, given, base, apply in (
        ("product_times", "p = MatMul (a, b) y = Mul (p, k)", {"a": a, "b": b}, product, np.multiply),
        ("product_plus", "p = MatMul (a, b) y = Add (p, k)", {"a": a, "b": b}, product, np.add),
        ("gemm_plus", "p = Gemm (a, b) y = Add (p, k)", {"a": a, "b": b}, product, np.add),
        ("operand_times", "p = Mul (a, k) y = MatMul (p, b)", {"a": a, "b": b}, product, np.multiply),
        (
            "convolution_times",
            reals("w", taps, [2, 1, 1, 1])
            + " p = Conv <kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1], dilations = [1, 1], group = 1> (x, w) y = Mul (p, k)",
            {"x": plane},
            planes,
            np.multiply,
        ),
        (
            "convolution_plus",
            reals("w", taps, [2, 1, 1, 1])
            + " p = Conv <kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1], dilations = [1, 1], group = 1> (x, w) y = Add (p, k)",
            {"x": plane},
            planes,
            np.add,
        ),
    ):
        for rank in (0, 1, base.ndim, base.ndim + 1, base.ndim + 2):
            made.run(
                "%s__rank_%d" % (name, rank),
                "%s %s" % (reals("k", [4], [1] * rank), nodes),
                given,
                {"y": of("f32", apply(base, np.full([1] * rank, 4)))},
                16,
            )


def add_shapes_and_axes(made):
    """A Reshape, Squeeze or Unsqueeze that gives the axes or the shape of another one, not its data."""
    for name, nodes, given, y in (
        (
            "reshape_gives_axes_of_squeeze",
            integers("s", 1) + " a = Reshape (t, s) y = Squeeze (x, a)",
            {"x": of("i64", [7]), "t": of("i64", [0])},
            of("i64", 7),
        ),
        (
            "reshape_gives_axes_of_squeeze_of_f32",
            integers("s", 1) + " a = Reshape (t, s) y = Squeeze (x, a)",
            {"x": of("f32", [7]), "t": of("i64", [0])},
            of("f32", 7),
        ),
        (
            "reshape_gives_axes_of_squeeze_of_a_row",
            integers("s", 1) + " a = Reshape (t, s) y = Squeeze (x, a)",
            {"x": of("i64", [[7, 8]]), "t": of("i64", [[0]])},
            of("i64", [7, 8]),
        ),
        (
            "reshape_gives_axes_of_unsqueeze",
            integers("s", 1) + " a = Reshape (t, s) y = Unsqueeze (x, a)",
            {"x": of("i64", [7]), "t": of("i64", [[0]])},
            of("i64", [[7]]),
        ),
        (
            "reshape_gives_shape_of_reshape",
            integers("s", 2) + " a = Reshape (t, s) y = Reshape (x, a)",
            {"x": of("i64", [7, 8, 9, 1, 2, 3]), "t": of("i64", [[2, 3]])},
            of("i64", [[7, 8, 9], [1, 2, 3]]),
        ),
        (
            "squeeze_gives_shape_of_reshape",
            integers("s", 0) + " a = Squeeze (t, s) y = Reshape (x, a)",
            {"x": of("i64", [7, 8]), "t": of("i64", [[1, 2]])},
            of("i64", [[7, 8]]),
        ),
        (
            "unsqueeze_gives_shape_of_reshape",
            integers("s", 0) + " a = Unsqueeze (t, s) r = Reshape (x, a) y = Add (r, t)",
            {"x": of("i64", [[7, 8]]), "t": of("i64", 2)},
            of("i64", [9, 10]),
        ),
        (
            "unsqueeze_gives_axes_of_squeeze",
            integers("s", 0) + " a = Unsqueeze (t, s) y = Squeeze (x, a)",
            {"x": of("i64", [[7]]), "t": of("i64", 1)},
            of("i64", [7]),
        ),
    ):
        made.run(name, nodes, given, {"y": y}, 13)


def add_parts_of_shapes(made):
    """Slices of the shape of a value, or of a part of it."""
    x = shuffled("f32", [2, 3, 4, 5], 1)
    for (first, last), (begin, end) in itertools.product(
        ((None, None), (1, None), (-3, None), (0, 3), (1, -1)), ((0, 1), (1, 2), (0, 2), (-1, 9), (-2, -1), (1, 9))
    ):
        given = ["%s = %d" % (key, value) for key, value in (("start", first), ("end", last)) if value is not None]
        y = np.array([2, 3, 4, 5])[first:last][begin:end]
        name = "from_%s_to_%s__%s" % ("none" if first is None else words(first), "none" if last is None else words(last), words(begin, end))
        made.run(
            name,
            "s = Shape %s (x) %s %s %s y = Slice (s, b, e, a) n = Neg (x)"
            % ("<%s>" % ", ".join(given) if given else "", integers("b", begin), integers("e", end), integers("a", 0)),
            {"x": x},
            {"y": of("i64", y), "n": of("f32", -array(x))},
            15,
        )


GROUPS = [
    ("ranges", add_ranges, "Gather of the positions of a Range"),
    ("whole_slices", add_whole_slices, "Slices from 0 to the largest end"),
    ("shapes_of_nothing", add_shapes_of_nothing, "Expand to no element, and constants without elements"),
    ("ranks_of_constants", add_ranks_of_constants, "A constant of one element and of any rank"),
    ("shapes_and_axes", add_shapes_and_axes, "Computed shapes and axes"),
    ("parts_of_shapes", add_parts_of_shapes, "Parts of shapes"),
]


def add_cases(corpus):
    add_fusions(corpus, ORACLE, GROUPS, "optimizer", "replace by fewer nodes")
