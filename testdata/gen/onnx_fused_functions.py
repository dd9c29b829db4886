"""Arithmetic that runtimes take for one operator, or that is nearly the same, for onnx_fusions.py."""

import re

import numpy as np

from onnx_nodes import array, integers, of, real, reals, shuffled, words

INF, NAN = float("inf"), float("nan")


def add_bounds(made):
    """Clip, Relu, Max and Min in a row."""
    x = of("f32", [-8, -3, -1, 0.5, 2, 7])
    v = array(x).astype(float)
    for low, high in ((-2, 3), (1, 3), (-5, -2), (3, -2)):
        made.run("max_of_min__%s" % words(low, high), real("l", low) + " " + real("h", high) + " m = Min (x, h) y = Max (m, l)", {"x": x}, {"y": of("f32", np.maximum(np.minimum(v, high), low))}, 13)
        made.run("min_of_max__%s" % words(low, high), real("l", low) + " " + real("h", high) + " m = Max (x, l) y = Min (m, h)", {"x": x}, {"y": of("f32", np.minimum(np.maximum(v, low), high))}, 13)
        if low < high:
            clip = real("l", low) + " " + real("h", high)
            made.run("relu_of_clip__%s" % words(low, high), clip + " m = Clip (x, l, h) y = Relu (m)", {"x": x}, {"y": of("f32", np.maximum(np.clip(v, low, high), 0))}, 13)
            made.run("clip_of_relu__%s" % words(low, high), clip + " m = Relu (x) y = Clip (m, l, h)", {"x": x}, {"y": of("f32", np.clip(np.maximum(v, 0), low, high))}, 13)
            made.run("clip_of_clip__%s" % words(low, high), clip + " " + real("k", -1) + " " + real("o", 9) + " m = Clip (x, k, o) y = Clip (m, l, h)", {"x": x}, {"y": of("f32", np.clip(np.clip(v, -1, 9), low, high))}, 13)
    for slope in (0.5, 2, -1, 1):
        made.run("max_with_product__%s" % words(slope), real("a", slope) + " m = Mul (x, a) y = Max (x, m)", {"x": x}, {"y": of("f32", np.maximum(v, slope * v))}, 13)
        made.run("min_with_product__%s" % words(slope), real("a", slope) + " m = Mul (x, a) y = Min (m, x)", {"x": x}, {"y": of("f32", np.minimum(v, slope * v))}, 13)
    for operator, sign in (("Add", 1), ("Sub", -1)):
        made.run("relus_%s" % operator.lower(), real("a", 0.25) + " p = Relu (x) n = Neg (x) q = Relu (n) r = Mul (q, a) y = %s (p, r)" % operator, {"x": x},
                 {"y": of("f32", np.maximum(v, 0) + sign * 0.25 * np.maximum(-v, 0))}, 13)
    for shift, top, divisor in ((3, 6, 8), (3, 5, 8), (2, 6, 8), (3, 6, 4)):
        hard = np.clip(v + shift, 0, top) / divisor
        text = " ".join([real("s", shift), real("o", 0), real("t", top), real("d", divisor), "a = Add (x, s) b = Clip (a, o, t)"])
        made.run("hard_sigmoid__%s" % words(shift, top, divisor), text + " y = Div (b, d)", {"x": x}, {"y": of("f32", hard)}, 13)
        made.run("hard_swish__%s" % words(shift, top, divisor), text + " c = Mul (x, b) y = Div (c, d)", {"x": x}, {"y": of("f32", v * hard, {"bound": 5e-6})}, 13)
        made.run("hard_swish_of_another__%s" % words(shift, top, divisor), text + " c = Mul (z, b) y = Div (c, d)", {"x": x, "z": of("f32", v[::-1])}, {"y": of("f32", v[::-1] * hard, {"bound": 5e-6})}, 13)


def add_norms(made):
    """Rows of +-1 around a mean of 2: the variance is 1, and the square root of 1 + 3 is 2."""
    x = of("f32", [[3, 1, 3, 1], [1, 3, 1, 3], [3, 3, 1, 1], [1, 1, 3, 3]])
    v = array(x).astype(float)
    gamma, beta = [1, 2, 4, 8], [1, 0, -1, 2]
    scaled = " ".join(["d = Div (c, s)", reals("g", gamma), reals("b", beta), "f = Mul (d, g) y = Add (f, b)"])
    for axis in (0, 1):
        centred = v - v.mean(axis, keepdims=True)
        mean = "m = ReduceMean <axes = [%d]> (x) c = Sub (x, m)" % axis
        for power, epsilon, name in ((2, 3, "square"), (4, 3, "fourth_power"), (2, 0, "without_epsilon")):
            norm = np.sqrt((centred**power).mean(axis, keepdims=True) + epsilon)
            text = " ".join([mean, real("p", power), "q = Pow (c, p) v = ReduceMean <axes = [%d]> (q)" % axis, real("e", epsilon), "w = Add (v, e) s = Sqrt (w) "])
            for run, nodes, y in (("normalized", "y = Div (c, s)", centred / norm), ("normalized_scaled", scaled, centred / norm * gamma + beta), ("divided_not_centred", "y = Div (x, s)", v / norm)):
                made.run("%s_axis_%d__%s" % (run, axis, name), text + nodes, {"x": x}, {"y": of("f32", y)}, 13)
        spread = ((v - v.mean(1 - axis, keepdims=True))**2).mean(axis, keepdims=True)
        text = " ".join([mean, "n = ReduceMean <axes = [%d]> (x) d = Sub (x, n) q = Mul (d, d) v = ReduceMean <axes = [%d]> (q)" % (1 - axis, axis), real("e", 3), "w = Add (v, e) s = Sqrt (w) y = Div (c, s)"])
        made.run("mean_of_one_axis_variance_of_another__%d" % axis, text, {"x": x}, {"y": of("f32", centred / np.sqrt(spread + 3))}, 13)
    z = of("f32", [[2, -2, 2, 2], [-4, 4, 4, -4], [1, 1, -1, 1], [8, 8, 8, -8]])
    u = array(z).astype(float)
    for name, reduced, total in (("sum", integers("i", 1) + " s = ReduceSum (q, i)", np.sum), ("mean", "s = ReduceMean <axes = [1]> (q)", np.mean)):
        text = "q = Mul (x, x) %s r = Sqrt (s) " % reduced
        y = of("f32", u / np.sqrt(total(u * u, 1, keepdims=True)))
        made.run("length_of_rows__" + name, text + "y = Div (x, r)", {"x": z}, {"y": y}, 13)
        made.run("inverse_length_of_rows__" + name, text + "n = Reciprocal (r) y = Mul (x, n)", {"x": z}, {"y": y}, 13)


def add_inverses(made):
    """A function and its inverse, and powers that have operators of their own."""
    x = of("f32", [2.25, 4.0, INF, NAN, -4.0, 16.0, -0.25, -INF])
    v = array(x)
    with np.errstate(all="ignore"):
        for name, text, y in (
                ("root_of_square", "m = Mul (x, x) y = Sqrt (m)", np.sqrt(v * v)), ("square_of_root", "m = Sqrt (x) y = Mul (m, m)", np.sqrt(v) * np.sqrt(v)),
                ("power_of_half", real("p", 0.5) + " k = Abs (x) y = Pow (k, p)", np.sqrt(np.abs(v))), ("power_of_two", real("p", 2) + " y = Pow (x, p)", v * v), ("power_of_one", real("p", 1) + " y = Pow (x, p)", v),
                ("double_negative", "m = Neg (x) y = Neg (m)", v), ("absolute_value_of_negative", "m = Neg (x) y = Abs (m)", np.abs(v)), ("negative_of_absolute_value", "m = Abs (x) y = Neg (m)", -np.abs(v)),
                ("largest_of_itself", "y = Max (x, x)", v), ("zero_minus", real("o", 0) + " y = Sub (o, x)", -v), ("minus_zero_plus", real("o", -0.0) + " y = Add (x, o)", v)):
            made.run(name, text, {"x": x}, {"y": of("f32", y)}, 13)
        # With infinity or NaN, only IEEE 754 says that these are not 0, 1 or x.
        for name, text, y in (
                ("difference_with_itself", "y = Sub (x, x)", v - v), ("quotient_with_itself", "y = Div (x, x)", v / v), ("sum_minus_itself", "m = Add (x, x) y = Sub (m, x)", (v + v) - v),
                ("zero_times", real("o", 0) + " y = Mul (x, o)", v * np.float32(0)), ("zero_times_in_a_sum", real("o", 0) + " m = Mul (x, o) y = Add (m, x)", v * np.float32(0) + v),
                ("power_of_zero", real("p", 0) + " y = Pow (x, p)", np.ones(8))):
            made.run(name, text, {"x": x}, {"y": of("f32", y)}, 13, tier="survey", rules=["ONNX-GRAPH-2", "NUM-1"])
    a, b = of("f32", [1, 2, NAN, INF, 3]), of("f32", [2, 1, 1, INF, NAN])
    c, d = of("f32", [1, 2, 3, 4, 5]), of("f32", [6, 7, 8, 9, 10])
    for operator, function in (("Less", np.less), ("Greater", np.greater), ("LessOrEqual", np.less_equal), ("GreaterOrEqual", np.greater_equal), ("Equal", np.equal)):
        made.run("where_not_" + operator.lower(), "m = %s (a, b) n = Not (m) y = Where (n, c, d)" % operator, {"a": a, "b": b, "c": c, "d": d},
                 {"y": of("f32", np.where(function(array(a), array(b)), array(d), array(c)))}, 16)
        made.run("minimum_by_where_" + operator.lower(), "m = %s (c, d) y = Where (m, c, d)" % operator, {"c": of("f32", [1, 5, 3]), "d": of("f32", [2, 4, 3])},
                 {"y": of("f32", np.where(function([1, 5, 3], [2, 4, 3]), [1, 5, 3], [2, 4, 3]))}, 16)


def add_products(made):
    """Scales and terms of matrix products, and sums of products."""
    a, b = shuffled("f32", [2, 3], -5, 2), shuffled("f32", [3, 2], -3, 2)
    m, n = array(a).astype(int), array(b).astype(int)
    c = of("f32", [[1], [10]])
    for name, text, y in (
            ("scaled", real("s", 4) + " p = MatMul (a, b) y = Mul (p, s)", m @ n * 4), ("divided", real("s", 4) + " p = MatMul (a, b) y = Div (p, s)", m @ n / 4),
            ("scaled_operand", real("s", 4) + " p = Mul (a, s) y = MatMul (p, b)", m @ n * 4), ("scaled_columns", reals("s", [2, 8]) + " p = MatMul (a, b) y = Mul (p, s)", m @ n * [2, 8]),
            ("scaled_rows", "p = MatMul (a, b) y = Mul (p, c)", m @ n * [[1], [10]]), ("scaled_inner", reals("s", [1, 2, 4]) + " p = Mul (a, s) y = MatMul (p, b)", m * [1, 2, 4] @ n),
            ("both_scaled", real("s", 2) + " " + real("t", 8) + " p = Mul (a, s) q = Mul (b, t) r = MatMul (p, q) y = Add (r, c)", m @ n * 16 + [[1], [10]]),
            ("gemm_and_row", reals("s", [1, 2]) + " p = Gemm (a, b) y = Add (p, s)", m @ n + [1, 2]), ("gemm_and_column", "p = Gemm (a, b) y = Add (p, c)", m @ n + [[1], [10]]),
            ("gemm_and_row_of_more", "p = Gemm <alpha = 2.0> (a, b, c) " + reals("s", [1, 2]) + " y = Add (p, s)", 2 * m @ n + [[1], [10]] + [1, 2]),
            ("gemm_twice_used", "p = Gemm (a, b) q = Add (p, c) y = Mul (p, q)", (m @ n) * (m @ n + [[1], [10]])),
            ("sum_of_products", "t = Transpose (b) p = Mul (a, t) " + integers("i", 1) + " y = ReduceSum (p, i)", (m * n.T).sum(1, keepdims=True)),
            ("sum_of_products_of_columns", "t = Transpose (b) p = Mul (a, t) " + integers("i", 0) + " y = ReduceSum (p, i)", (m * n.T).sum(0, keepdims=True)),
            ("outer_product", integers("j", 2) + " " + integers("k", 1) + " u = Unsqueeze (a, j) v = Unsqueeze (a, k) y = Mul (u, v)", m[:, :, None] * m[:, None, :])):
        given = {"a": a, **{k: v for k, v in (("b", b), ("c", c)) if re.search(r"\b%s\b" % k, text)}}
        made.run("product_" + name, text, given, {"y": of("f32", y)}, 13)
    x, z = of("f32", [2, 4, -8, 0.5]), of("f32", [3, -5, 7, 9])
    v, u = array(x).astype(float), array(z).astype(float)
    for top in (1, 2):
        made.run("quotient_%d_times" % top, real("k", top) + " p = Div (k, x) y = Mul (p, z)", {"x": x, "z": z}, {"y": of("f32", top / v * u)}, 13)
        made.run("times_quotient_%d" % top, real("k", top) + " p = Div (k, x) y = Mul (z, p)", {"x": x, "z": z}, {"y": of("f32", top / v * u)}, 13)
        made.run("quotient_%d_divided" % top, real("k", top) + " p = Div (k, x) y = Div (z, p)", {"x": x, "z": z}, {"y": of("f32", u / (top / v))}, 13)


def add_functions(made):
    for add in (add_bounds, add_norms, add_inverses, add_products):
        add(made)
