"""Norms in the nodes in which exporters write them, and similar nodes.

The oracle is NumPy.
"""

import itertools
import math

import numpy as np

from onnx_nodes import DERIVED, add_fusions, array, integers, of, real, reals, shuffled, words

ORACLE = "generator: gen/onnx_optimized_norms.py"
GAMMA, BETA = [1, 2, 4, 8], [1, 0, -1, 2]


def channel_norm(name, p, scale, bias, mean, variance):
    """BatchNormalization of `name`, which is p: the nodes, and their result."""
    factors = {"scale": scale, "bias": bias, "mean": mean, "variance": variance}
    nodes = [*(reals(key, values) for key, values in factors.items()), "y = BatchNormalization <epsilon = 0.0> (%s, %s)" % (name, ", ".join(factors))]
    scale, bias, mean, variance = [np.reshape(values, [-1] + [1] * (p.ndim - 2)) for values in factors.values()]
    return " ".join(nodes), (p - mean) / np.sqrt(variance) * scale + bias


def add_norms_of_products(made):
    """BatchNormalization of a product, perhaps after a Transpose or Reshape, which moves the channels."""
    a, w = shuffled("f32", [3, 3], -4), np.array([[1, 2, 3], [0, -1, 2], [4, 1, -2]])
    for name, between, view in (
        ("directly", "", lambda p: p),
        ("turned", "p = Transpose <perm = [1, 0]> (m)", lambda p: p.T),
        ("twice_turned", "q = Transpose <perm = [1, 0]> (m) p = Transpose <perm = [1, 0]> (q)", lambda p: p),
        ("reshaped", integers("s", 3, 3) + " p = Reshape (m, s)", lambda p: p),
        ("reshaped_to_three_axes", integers("s", 1, 3, 3) + " p = Reshape (m, s)", lambda p: p.reshape(1, 3, 3)),
        (
            "turned_after_reshape",
            integers("s", 3, 3, 1) + " q = Reshape (m, s) p = Transpose <perm = [1, 0, 2]> (q)",
            lambda p: p.reshape(3, 3, 1).transpose(1, 0, 2),
        ),
    ):
        nodes, y = channel_norm("p" if between else "m", view(array(a) @ w), [1, 2, 4], [0, 1, 2], [3, -1, 5], [1, 4, 16])
        made.run(name, " ".join([reals("w", w.reshape(-1), [3, 3]), "m = MatMul (a, w)", between, nodes]), {"a": a}, {"y": of("f32", y)}, 15)
    a, w = shuffled("f32", [1, 2, 3], -4), np.array([[1, 2], [0, -1], [4, 1]])
    nodes, y = channel_norm("m", array(a) @ w, [1, 2], [0, 1], [3, -1], [1, 4])
    made.run("of_three_axes", " ".join([reals("w", w.reshape(-1), [3, 2]), "m = MatMul (a, w)", nodes]), {"a": a}, {"y": of("f32", y)}, 15)


def layer_norm(mean, centred="x, m", power=2, added=15, order="v, e", divided="c, s"):
    """LayerNormalization in its nodes. `mean(y, x)` is a node that gives y, the mean of x."""
    return " ".join(
        [
            mean("m", "x"),
            "c = Sub (%s)" % centred,
            real("p", power),
            "q = Pow (c, p)",
            mean("v", "q"),
            real("e", added),
            "w = Add (%s) s = Sqrt (w) d = Div (%s)" % (order, divided),
            reals("g", GAMMA),
            reals("b", BETA),
            "f = Mul (d, g) y = Add (f, b)",
        ]
    )


def spread(shape, axes, deviations=(1, 7)):
    """Integers whose means along the axes differ, and whose deviations from them alternate from part to part.

    1 + 15 and 49 + 15 are squares of powers of two.
    """
    places = np.indices(shape)
    part = sum(places[k] for k in range(len(shape)) if k not in axes)
    sizes = [shape[k] for k in axes]
    place = np.ravel_multi_index([places[k] for k in axes], sizes)
    # Triangular numbers modulo a power of two are a permutation: half of the signs are -1, but not of each row.
    sign = np.where(place * (place + 1) // 2 % math.prod(sizes) < math.prod(sizes) // 2, 1, -1)
    return 3 * part + sign * np.array(deviations)[part % 2]


def add_exported_norms(made):
    """LayerNormalization as exporters write it."""
    for opset, (axis, axes) in itertools.product((13, 18), (("last", [2]), ("middle", [1]), ("first", [0]), ("last_two", [1, 2]))):
        counted = [axes[0] - 3] if axis == "last" else axes  # LayerNormalization has its axes at the end

        def mean(out, of_):
            if opset < 18:
                return "%s = ReduceMean <axes = %s, keepdims = 1> (%s)" % (out, counted, of_)
            return "%s %s = ReduceMean <keepdims = 1, noop_with_empty_axes = 0> (%s, %s_axes)" % (integers(out + "_axes", *counted), out, of_, out)

        for power, added, deviations, name, centred, divided in (
            (2, 15, (1, 7), "plain", "x, m", "c, s"),
            (3, 4, (1, 7), "third_power", "x, m", "c, s"),  # third powers have the mean 0
            (4, 48, (2, 2), "fourth_power", "x, m", "c, s"),
            (2, 15, (1, 7), "mean_minus", "m, x", "c, s"),
            (2, 15, (1, 1), "divided_by_centred", "x, m", "s, c"),  # quotients by 7 are rounded
        ):
            if axis != "last" and name != "plain":
                continue
            v = spread([2, 2, 4], axes, deviations)
            c = (v - v.mean(tuple(axes), keepdims=True)) * (1 if centred == "x, m" else -1)
            s = np.sqrt((c**power).mean(tuple(axes), keepdims=True) + added)
            y = of("f32", (c / s if divided == "c, s" else s / c) * GAMMA + BETA)
            for order in ("v, e", "e, v"):
                run = "%s_axes__%s%s__version_%d" % (axis, name, "__constant_first" if order == "e, v" else "", opset)
                made.run(run, layer_norm(mean, centred, power, added, order, divided), {"x": of("f32", v)}, {"y": y}, opset)


def add_norms_without_axes(made):
    """Norms whose means have lost their axis, so that they belong to columns."""
    x = spread([4, 4], [1])
    for first, second, axis in itertools.product((1, 0), (1, 0), (-1, 1)):
        keeps = {"m": first, "v": second}

        def mean(out, of_):
            return "%s = ReduceMean <axes = [%d], keepdims = %d> (%s)" % (out, axis, keeps[out], of_)

        c = x - x.mean(1, keepdims=bool(first))
        s = np.sqrt((c * c).mean(1, keepdims=bool(second)) + 15)
        # Means of other rows leave deviations whose roots are not whole.
        y = of("f32", c / s * GAMMA + BETA, None if first else DERIVED)
        made.run("keepdims_%d_and_%d__axis_%s" % (first, second, words(axis)), layer_norm(mean), {"x": of("f32", x)}, {"y": y}, 13)
    for keep, axis in itertools.product((1, 0), (-1, 0)):
        z = np.array([[1, -1], [7, 7]])  # the means of squares are 1 and 49, which are squares after adding 15
        z = z.T if axis == 0 else z
        y = z / np.sqrt((z * z).mean(axis, keepdims=bool(keep)) + 15) * [1, 4]
        for way, last in (("reciprocal", "r = Reciprocal (s) d = Mul (x, r)"), ("quotient", "d = Div (x, s)")):
            squares = "q = Pow (x, p) v = ReduceMean <axes = [%d], keepdims = %d> (q)" % (axis, keep)
            nodes = [real("p", 2), squares, real("e", 15), "w = Add (v, e) s = Sqrt (w)", last, reals("g", [1, 4]), "y = Mul (d, g)"]
            made.run("length__%s__keepdims_%d__axis_%s" % (way, keep, words(axis)), " ".join(nodes), {"x": of("f32", z)}, {"y": of("f32", y)}, 13)


def add_softmaxes(made):
    """exp (x - max) / sum, which is a Softmax only if the reductions keep one axis, the same one."""
    x = of("f32", [[1, 2, 0], [3, 1, 2], [0, 1, 5]])
    v = array(x).astype(float)
    for keep, (axes, others) in itertools.product(
        (1, 0), (([0], [0]), ([1], [1]), ([-1], [-1]), ([0, 1], [0, 1]), ([0], [1]), ([1], [0]), ([0, 1], [1]))
    ):
        top = v.max(tuple(axes), keepdims=bool(keep))
        for name, text, e in (
            ("with_maximum", "m = ReduceMax <axes = %s, keepdims = %d> (x) c = Sub (x, m) e = Exp (c)" % (axes, keep), np.exp(v - top)),
            ("simple", "e = Exp (x)", np.exp(v)),
        ):
            if name == "simple" and axes != others:
                continue
            run = "%s__keepdims_%d__axes_%s%s" % (name, keep, words(*axes), "__sum_%s" % words(*others) if axes != others else "")
            made.run(
                run,
                "%s %s s = ReduceSum <keepdims = %d> (e, a) y = Div (e, s)" % (text, integers("a", *others), keep),
                {"x": x},
                {"y": of("f32", e / e.sum(tuple(others), keepdims=bool(keep)), {"bound": 4e-6})},
                13,
            )


GROUPS = [
    ("norms_of_products", add_norms_of_products, "BatchNormalization after MatMul"),
    ("exported_norms", add_exported_norms, "LayerNormalization in eleven nodes"),
    ("norms_without_axes", add_norms_without_axes, "Norms"),
    ("softmaxes", add_softmaxes, "Softmax in five nodes"),
]


def add_cases(corpus):
    add_fusions(corpus, ORACLE, GROUPS, "optimizer", "replace by fewer nodes")
