"""Nodes that optimizers replace by fewer ones, in the form in which exporters write them, and similar nodes.

Exporters write attributes even if they have their default values, and some optimizers look for them. The oracle
is NumPy. Every value is an integer or a sum of a few powers of two, so nothing is rounded.
"""

import itertools
import math

import numpy as np

from onnx_nodes import Nodes, array, integer, integers, of, real, reals, shuffled, words

ORACLE = "generator: gen/onnx_optimized.py"
LAST = 2**63 - 1


def add_quotients(made):
    """1 / x * z, which is z / x only if nothing is rounded and no shape grows."""
    x, z = [2, 3, 1, -1], [7, 8, 9, -5]
    for type_, name in (("i32", "int32"), ("i64", "int64")):
        # Operands are positive where a quotient is not whole, so that no rule about its rounding counts.
        y = of(type_, [0, 0, 9, 5])
        for order, product in (("quotient_times", "d, z"), ("times_quotient", "z, d")):
            made.run("%s__%s" % (order, type_), "k = Constant <value = %s {1}> () d = Div (k, x) y = Mul (%s)" % (name, product), {"x": of(type_, x), "z": of(type_, z)}, {"y": y}, 14)
    x, z = of("f32", [2, 4, -8]), of("f32", [3, -5, 7])
    for shape in ([], [1], [1, 1], [1, 1, 1]):
        for order, product in (("quotient_times", "d, z"), ("times_quotient", "z, d")):
            y = (np.ones(shape) / array(x) * array(z))
            made.run("%s__one_of_rank_%d" % (order, len(shape)), "%s d = Div (k, x) y = Mul (%s)" % (reals("k", [1], shape), product), {"x": x, "z": z}, {"y": of("f32", y)}, 14)


def add_ranges(made):
    """A Gather of the positions of a Range, which a Slice takes only if none of them is below 0."""
    x = shuffled("f32", [4, 3], -11, 2)
    for axis, (start, limit, delta) in itertools.product((0, 1), ((0, 2, 1), (1, 3, 1), (2, 0, -1), (2, -1, -1), (-3, 0, 1), (-1, -3, -1), (-2, 2, 1), (0, 3, 2), (2, -2, -2), (1, -1, -1), (0, 0, 1))):
        places = np.arange(start, limit, delta)
        for type_ in ("i64", "i32"):
            made.run("axis_%d__%s__%s" % (axis, words(start, limit, delta), type_), "r = Range (start, limit, delta) y = Gather <axis = %d> (x, r)" % axis,
                     {"x": x, **{key: of(type_, value) for key, value in (("start", start), ("limit", limit), ("delta", delta))}}, {"y": of("f32", np.take(array(x), places, axis))}, 13)


def add_norms_of_products(made):
    """BatchNormalization of a product, perhaps after a Transpose or Reshape, which moves the channels."""
    factors = ["scale", "bias", "mean", "variance"]
    a, w = shuffled("f32", [3, 3], -4), np.array([[1, 2, 3], [0, -1, 2], [4, 1, -2]])
    for name, between, view in (("directly", "", lambda p: p), ("turned", "p = Transpose <perm = [1, 0]> (m) ", lambda p: p.T), ("twice_turned", "q = Transpose <perm = [1, 0]> (m) p = Transpose <perm = [1, 0]> (q) ", lambda p: p),
                                ("reshaped", integers("s", 3, 3) + " p = Reshape (m, s) ", lambda p: p), ("reshaped_to_three_axes", integers("s", 1, 3, 3) + " p = Reshape (m, s) ", lambda p: p.reshape(1, 3, 3)),
                                ("turned_after_reshape", integers("s", 3, 3, 1) + " q = Reshape (m, s) p = Transpose <perm = [1, 0, 2]> (q) ", lambda p: p.reshape(3, 3, 1).transpose(1, 0, 2))):
        p = view(array(a) @ w)
        channels = [np.array(v).reshape([1, 3] + [1] * (p.ndim - 2)) for v in ([1, 2, 4], [0, 1, 2], [3, -1, 5], [1, 4, 16])]
        y = (p - channels[2]) / np.sqrt(channels[3]) * channels[0] + channels[1]
        text = " ".join([reals("w", w.reshape(-1), [3, 3]), "m = MatMul (a, w)", between, *(reals(key, value.reshape(-1)) for key, value in zip(factors, channels))])
        made.run(name, "%s y = BatchNormalization <epsilon = 0.0> (%s, %s)" % (text, "p" if between else "m", ", ".join(factors)), {"a": a}, {"y": of("f32", y)}, 15)
    a, w = shuffled("f32", [1, 2, 3], -4), np.array([[1, 2], [0, -1], [4, 1]])
    channels = [np.array(v).reshape(1, 2, 1) for v in ([1, 2], [0, 1], [3, -1], [1, 4])]
    y = (array(a) @ w - channels[2]) / np.sqrt(channels[3]) * channels[0] + channels[1]
    text = " ".join([reals("w", w.reshape(-1), [3, 2]), "m = MatMul (a, w)", *(reals(key, value.reshape(-1)) for key, value in zip(factors, channels))])
    made.run("of_three_axes", "%s y = BatchNormalization <epsilon = 0.0> (m, %s)" % (text, ", ".join(factors)), {"a": a}, {"y": of("f32", y)}, 15)


def listed(name, *values):
    """A node that gives a list of INT64, in any version."""
    return "%s = Constant <value = int64[%d] {%s}> ()" % (name, len(values), ", ".join(map(str, values)))


def add_whole_slices(made):
    """Slices from 0 to the largest end. They are the whole operand only if the steps are 1."""
    for opset, (name, shape, steps) in itertools.product((10, 11, 13), (("row_by_1", [5], [1]), ("row_by_2", [5], [2]), ("row_by_3", [5], [3]), ("plane_by_1_and_1", [3, 4], [1, 1]), ("plane_by_1_and_3", [3, 4], [1, 3]), ("plane_by_2_and_1", [3, 4], [2, 1]))):
        x = shuffled("f32", shape, -5)
        y = array(x)[tuple(slice(None, None, step) for step in steps)]
        begins, ends = [0] * len(shape), [LAST] * len(shape)
        made.run("%s__version_%d" % (name, opset), "%s %s %s p = Neg (x) q = Slice (p, b, e, \"\", s) y = Neg (q)" % (listed("b", *begins), listed("e", *ends), listed("s", *steps)), {"x": x}, {"y": of("f32", y)}, opset)
        made.run("%s__axes__version_%d" % (name, opset), "%s %s %s %s p = Neg (x) q = Slice (p, b, e, a, s) y = Neg (q)" % (listed("b", *begins), listed("e", *ends), listed("a", *range(len(shape))), listed("s", *steps)), {"x": x}, {"y": of("f32", y)}, opset)


def add_limits(made):
    """Relu before Clip, of types other than f32, and Relu of a limit."""
    v = np.array([-3, -1, 1, 3])
    for type_, name in (("f32", "float"), ("f64", "double"), ("f16", "float16"), ("i8", "int8"), ("i32", "int32"), ("i64", "int64")):
        def limit(key, value):
            return "%s = Constant <value = %s {%d}> ()" % (key, name, value) if type_ != "f16" else "%s_ = Constant <value = float {%d}> () %s = Cast <to = 10> (%s_)" % (key, value, key, key)
        for low, high in ((-2, 2), (1, 2), (-2, -1)):
            made.run("relu__%s__%s" % (words(low, high), type_), "%s %s r = Relu (x) y = Clip (r, l, h)" % (limit("l", low), limit("h", high)), {"x": of(type_, v)}, {"y": of(type_, np.minimum(np.maximum(np.maximum(v, 0), low), high))}, 14)
        made.run("relu__no_lower_limit__%s" % type_, "%s r = Relu (x) y = Clip (r, \"\", h)" % limit("h", 2), {"x": of(type_, v)}, {"y": of(type_, np.clip(v, 0, 2))}, 14)
        made.run("relu__no_upper_limit__%s" % type_, "%s r = Relu (x) y = Clip (r, l)" % limit("l", -2), {"x": of(type_, v)}, {"y": of(type_, np.maximum(v, 0))}, 14)
    x = of("f32", v)
    for opset, m in itertools.product((11, 13, 14), (2, -2)):
        given, top = {"x": x, "m": of("f32", m)}, max(m, 0)
        made.run("relu_of_the_upper_limit__%s__version_%d" % (words(m), opset), real("l", -2) + " r = Relu (m) y = Clip (x, l, r)", given, {"y": of("f32", np.clip(v, -2, top))}, opset)
        made.run("relu_of_the_only_limit__%s__version_%d" % (words(m), opset), "r = Relu (m) y = Clip (x, \"\", r)", given, {"y": of("f32", np.minimum(v, top))}, opset)
        made.run("relu_of_the_lower_limit__%s__version_%d" % (words(m), opset), real("h", 2) + " r = Relu (m) y = Clip (x, r, h)", given, {"y": of("f32", np.clip(v, top, 2))}, opset)


def pooled(x, pads, own, size, step, ceiling, operator, counts_pads):
    """A pool of one row that was padded with zeros before. The pool's own pads have no value."""
    row = [None] * own[0] + [0] * pads[0] + list(x) + [0] * pads[1] + [None] * own[1]
    count = (len(row) - size + (step - 1 if ceiling else 0)) // step + 1
    y = []
    for k in range(count):
        window = row[k * step:k * step + size]
        known = [v for v in window if v is not None]
        y.append(max(known) if operator == "MaxPool" else sum(known) / (len(window) if counts_pads else len(known)))
    return y


def add_padded_pools(made):
    """Pad of zeros before pools and convolutions. No window begins in the last of the pool's own pads."""
    x = [8, 16, 24, 32, 40]
    for operator, counts_pads in (("MaxPool", 0), ("AveragePool", 0), ("AveragePool", 1)):
        for pads, own, size, step, ceiling in (((1, 1), (0, 0), 2, 2, 1), ((1, 1), (0, 0), 2, 2, 0), ((1, 1), (0, 0), 2, 3, 1), ((0, 1), (1, 0), 2, 2, 1), ((1, 0), (1, 1), 4, 1, 0), ((2, 2), (0, 0), 4, 2, 0),
                                               ((0, 2), (0, 0), 2, 2, 0), ((3, 0), (0, 0), 2, 1, 0)):
            counted = "" if operator == "MaxPool" else ", count_include_pad = %d" % counts_pads
            name = operator[:-4].lower() + ("_of_all" if counts_pads else "")
            made.run("%s__pads_%s__own_%s__size_%d__step_%d%s" % (name, words(*pads), words(*own), size, step, "__up" if ceiling else ""),
                     "%s p = Pad (x, pads) y = %s <kernel_shape = [%d], pads = [%d, %d], strides = [%d], ceil_mode = %d%s> (p)" % (integers("pads", 0, 0, pads[0], 0, 0, pads[1]), operator, size, *own, step, ceiling, counted),
                     {"x": of("f32", [[x]])}, {"y": of("f32", [[pooled(x, pads, own, size, step, ceiling, operator, counts_pads)]])}, 13)
    w, taps = [1, 2], np.array([0, 1, 2, 0])
    for name, nodes in (("weights", "q = Pad (w, pads) y = Conv <kernel_shape = [4], pads = [0, 0], strides = [1]> (x, q)"), ("both", "q = Pad (w, pads) o = Pad (x, pads) y = Conv <kernel_shape = [4], pads = [0, 0], strides = [1]> (o, q)")):
        row = x if name == "weights" else [0] + x + [0]
        made.run("convolution__padded_" + name, integers("pads", 0, 0, 1, 0, 0, 1) + " " + nodes, {"x": of("f32", [[x]]), "w": of("f32", [[w]])}, {"y": of("f32", [[[int(taps @ row[k:k + 4]) for k in range(len(row) - 3)]]])}, 13)


def add_shapes_of_nothing(made):
    """Expand to a size of 0, of an axis of size 1."""
    for shape, target in (([2, 1], [0]), ([1, 1], [0, 1]), ([1, 3], [0, 3]), ([1], [0]), ([1, 2], [0, 1]), ([1, 2], [1, 1]), ([2, 1], [1]), ([1, 2, 1], [0, 1, 0])):
        x = shuffled("f32", shape, 1)
        y = np.broadcast_to(array(x), np.broadcast_shapes(shape, target))
        made.run("%s__to_%s" % (words(*shape), words(*target)), integers("s", *target) + " p = Neg (x) q = Expand (p, s) y = Neg (q)", {"x": x}, {"y": of("f32", y)}, 13)
    x = shuffled("f32", [1, 3], 1)
    for operator, type_ in (("Add", "f32"), ("Sub", "f32"), ("Mul", "f32"), ("Div", "f32"), ("Pow", "f32"), ("Greater", "boolean"), ("Less", "boolean"), ("Equal", "boolean")):
        for order in ("x, k", "k, x"):
            made.run("%s__constant_%s" % (operator.lower(), "last" if order == "x, k" else "first"), "k = Constant <value = float[0,3] {}> () y = %s (%s)" % (operator, order), {"x": x}, {"y": of(type_, np.zeros([0, 3]))}, 13)


def add_exported_norms(made):
    """LayerNormalization as exporters write it.

    The rows are +-1 around a mean of 2: the even moments are 1, and the odd ones 0.
    """
    x = of("f32", [[[3, 1, 3, 1], [1, 3, 1, 3]], [[3, 3, 1, 1], [1, 1, 3, 3]]])
    v = array(x).astype(float)
    gamma, beta = [1, 2, 4, 8], [1, 0, -1, 2]
    axes = {"last": [-1], "middle": [1], "first": [0], "last_two": [1, 2]}
    for opset, axis in itertools.product((13, 18), axes):
        def mean(out, of_):
            if opset < 18:
                return "%s = ReduceMean <axes = %s, keepdims = 1> (%s)" % (out, axes[axis], of_)
            return "%s %s = ReduceMean <keepdims = 1, noop_with_empty_axes = 0> (%s, %s_axes)" % (integers(out + "_axes", *axes[axis]), out, of_, out)
        for power, added, name, centred, divided in ((2, 3, "plain", "x, m", "c, s"), (3, 4, "third_power", "x, m", "c, s"), (4, 3, "fourth_power", "x, m", "c, s"), (2, 3, "mean_minus", "m, x", "c, s"), (2, 3, "divided_by_centred", "x, m", "s, c")):
            if axis != "last" and name != "plain":
                continue
            for order in ("v, e", "e, v"):
                c = (v - v.mean(tuple(axes[axis]), keepdims=True)) * (1 if centred == "x, m" else -1)
                s = np.sqrt((c**power).mean(tuple(axes[axis]), keepdims=True) + added)
                y = (c / s if divided == "c, s" else s / c) * gamma + beta
                text = " ".join([mean("m", "x"), "c = Sub (%s)" % centred, real("p", power), "q = Pow (c, p)", mean("v", "q"), real("e", added), "w = Add (%s) s = Sqrt (w) d = Div (%s)" % (order, divided),
                                 reals("g", gamma), reals("b", beta), "f = Mul (d, g) y = Add (f, b)"])
                made.run("%s_axes__%s%s__version_%d" % (axis, name, "__constant_first" if order == "e, v" else "", opset), text, {"x": x}, {"y": of("f32", y)}, opset)


def add_quantizations(made):
    """Values that are quantized twice, with equal and with different scales."""
    x = np.array([0.25, 1.25, -2.75, 3.125, -100, 50.875, 7], np.float32)
    for type_, name, low, high in (("u8", "uint8", 0, 255), ("i8", "int8", -128, 127)):
        middle = (low + high + 1) // 2
        for first, zero, second, other in ((1, 2, 0.5, 20), (1, 0, 2, 0), (0.5, 4, 0.5, 4), (0.5, 0, 0.5, 8), (1, 0, 0.25, 0), (4, -10, 1, 10)):
            y = x
            for scale, point in ((first, middle + zero), (second, middle + other)):
                y = ((np.clip(np.rint(y / np.float32(scale)) + point, low, high) - point) * np.float32(scale)).astype(np.float32)
            constants = " ".join([real("s", first), real("t", second), "u = Constant <value = %s {%d}> () v = Constant <value = %s {%d}> ()" % (name, middle + zero, name, middle + other)])
            made.run("%s__%s__%s" % (type_, words(first, zero), words(second, other)), constants + " a = QuantizeLinear (x, s, u) b = DequantizeLinear (a, s, u) c = QuantizeLinear (b, t, v) y = DequantizeLinear (c, t, v)", {"x": of("f32", x)}, {"y": of("f32", y)}, 13)
    x = of("f32", [0.25, 1.25, -2.75])
    for type_, y in (("f64", [1, -2]), ("f16", [1, -2]), ("i64", [1, -2]), ("boolean", [1, 0])):
        nodes = real("s", 0.5) + " u = Constant <value = uint8 {128}> () a = QuantizeLinear (x, s, u) b = DequantizeLinear (a, s, u) c = %s (y)" % ("Not" if type_ == "boolean" else "Neg")
        made.run("beside_" + type_, nodes, {"x": x, "y": of(type_, y)}, {"b": of("f32", [0, 1, -3]), "c": of(type_, [0, 1] if type_ == "boolean" else [-1, 2])}, 13)


def add_turned(made):
    """Transpose, an operator along chosen axes, and the Transpose back."""
    x = shuffled("f32", [2, 3, 4], -23, 2)
    for order in itertools.permutations(range(3)):
        back = [int(k) for k in np.argsort(order)]
        t = array(x).transpose(order)

        def add(name, nodes, y, opset=18, last=back):
            made.run("%s__%s" % (name, words(*order)), "t = Transpose <perm = %s> (x) %s y = Transpose <perm = %s> (q)" % (list(order), nodes, last), {"x": x}, {"y": of("f32", y.transpose(last))}, opset)
        for axes, pads in (([1], [1, 2]), ([0], [2, 1]), ([-1], [0, 3]), ([2, 0], [1, 2, 0, 3]), ([0, 1, 2], [1, 0, 2, 0, 1, 3]), ([2, 0, 1], [1, 0, 2, 0, 1, 3])):
            widths = [(0, 0)] * 3
            for k, axis in enumerate(axes):
                widths[axis] = pads[k], pads[len(axes) + k]
            add("pad_axes_%s" % words(*axes), "%s %s q = Pad (t, p, \"\", a)" % (integers("p", *pads), integers("a", *axes)), np.pad(t, widths))
        for axes, begins, steps in (([1], [1], [1]), ([2, 0], [0, 1], [2, 1]), ([-2], [-1], [-1])):
            cut = [slice(None)] * 3
            for axis, begin, step in zip(axes, begins, steps):
                cut[axis] = slice(begin, None, step)
            ends = [LAST if step > 0 else -LAST for step in steps]
            add("slice_axes_%s" % words(*axes), "%s %s %s %s q = Slice (t, b, e, a, s)" % (integers("b", *begins), integers("e", *ends), integers("a", *axes), integers("s", *steps)), t[tuple(cut)])
        add("slice_all_axes", "%s %s q = Slice (t, b, e)" % (integers("b", 1, 0, -1), integers("e", 2, 1, LAST)), t[1:2, 0:1, -1:])
        for axis in range(3):
            add("sum_axis_%d" % axis, "%s q = ReduceSum <keepdims = 1> (t, a)" % integers("a", axis), t.sum(axis, keepdims=True))
            add("running_sum_axis_%d" % axis, "%s q = CumSum <reverse = 1> (t, a)" % integer("a", axis), np.flip(np.flip(t, axis).cumsum(axis), axis), 14)
            add("gather_axis_%d" % axis, "%s q = Gather <axis = %d> (t, i)" % (integers("i", 1, 0, -1), axis), np.take(t, [1, 0, -1], axis))
            add("concat_axis_%d" % axis, "n = Neg (t) q = Concat <axis = %d> (t, n)" % (axis - 3), np.concatenate([t, -t], axis))
            add("largest_axis_%d" % axis, "%s q, i = TopK <axis = %d> (t, k)" % (integers("k", 2), axis), -np.sort(-t, axis).take([0, 1], axis))
        add("tile", integers("r", 1, 2, 3) + " q = Tile (t, r)", np.tile(t, (1, 2, 3)), 13)
        add("row_added", reals("r", [100 * k for k in range(t.shape[2])]) + " q = Add (t, r)", t + [100 * k for k in range(t.shape[2])], 14)


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
            ("sum_with_0", 0, "y = Add (x, k)", {"x": x}, v, None), ("0_plus", 0, "y = Add (k, x)", {"x": x}, v, None), ("minus_0", 0, "y = Sub (x, k)", {"x": x}, v, None), ("times_1", 1, "y = Mul (x, k)", {"x": x}, v, None),
            ("1_times", 1, "y = Mul (k, x)", {"x": x}, v, None), ("divided_by_1", 1, "y = Div (x, k)", {"x": x}, v, None), ("power_of_1", 1, "y = Pow (x, k)", {"x": x}, v, None), ("power_of_2", 2, "y = Pow (x, k)", {"x": x}, v * v, None),
            ("reciprocal", 1, "y = Div (k, x)", {"x": x}, 1 / v, None), ("times_power_of_minus_1", -1, "m = Pow (x, k) y = Mul (z, m)", {"x": x, "z": z}, u / v, None), ("plus_times_minus_1", -1, "m = Mul (x, k) y = Add (z, m)", {"x": x, "z": z}, u - v, None),
            ("root", 0.5, "y = Pow (x, k)", {"x": positive}, root, None), ("reciprocal_of_root", 1, "m = Sqrt (x) y = Div (k, m)", {"x": positive}, 1 / root, None), ("zero_minus", 0, "y = Sub (k, x)", {"x": x}, -v, None),
            ("max_with_0", 0, "y = Max (x, k)", {"x": x}, np.maximum(v, 0), None), ("max_with_product", 0.5, "m = Mul (x, k) y = Max (x, m)", {"x": x}, np.maximum(v, v / 2), None),
            ("min_of_max", -1, real("h", 2) + " m = Max (x, k) y = Min (m, h)", {"x": x}, np.clip(v, -1, 2), None), ("min_of_max_upper", 2, real("l", -1) + " m = Max (x, l) y = Min (m, k)", {"x": x}, np.clip(v, -1, 2), None),
            ("max_of_min", -1, real("h", 2) + " m = Min (x, h) y = Max (m, k)", {"x": x}, np.clip(v, -1, 2), None), ("relu_and_min", 2, "m = Relu (x) y = Min (m, k)", {"x": x}, np.clip(v, 0, 2), None),
            ("where_positive", 0, "m = Greater (x, k) n = Neg (x) y = Where (m, x, n)", {"x": x}, np.abs(v), None), ("where_or_constant", 9, real("o", 0) + " m = Greater (x, o) y = Where (m, x, k)", {"x": x}, np.where(v > 0, v, 9), None),
            ("swish", 1, "m = Mul (x, k) s = Sigmoid (m) y = Mul (x, s)", {"x": x}, v * sigmoid, bound), ("swish_by_exp", 1, "n = Neg (x) e = Exp (n) a = Add (e, k) y = Div (x, a)", {"x": x}, v * sigmoid, bound),
            ("sigmoid_by_exp", 1, "n = Neg (x) e = Exp (n) a = Add (e, k) y = Reciprocal (a)", {"x": x}, sigmoid, {"bound": 1e-6}), ("softplus", 1, "e = Exp (x) a = Add (e, k) y = Log (a)", {"x": x}, softplus, bound),
            ("mish", 1, "e = Exp (x) a = Add (e, k) l = Log (a) t = Tanh (l) y = Mul (x, t)", {"x": x}, v * np.tanh(softplus), bound),
            ("hard_sigmoid", 3, real("o", 0) + " " + real("t", 6) + " a = Add (x, k) b = Clip (a, o, t) y = Div (b, t)", {"x": x}, hard, bound),
            ("hard_swish", 3, real("o", 0) + " " + real("t", 6) + " a = Add (x, k) b = Clip (a, o, t) c = Mul (x, b) y = Div (c, t)", {"x": x}, v * hard, bound),
            ("gelu_one", 1, real("r", 2**0.5) + " " + real("h", 0.5) + " d = Div (x, r) e = Erf (d) a = Add (e, k) b = Mul (x, h) y = Mul (b, a)", {"x": x}, gelu, bound),
            ("gelu_root", 2**0.5, real("o", 1) + " " + real("h", 0.5) + " d = Div (x, k) e = Erf (d) a = Add (e, o) b = Mul (x, a) y = Mul (b, h)", {"x": x}, gelu, bound),
            ("gelu_half", 0.5, real("o", 1) + " " + real("r", 2**0.5) + " d = Div (x, r) e = Erf (d) a = Add (e, o) b = Mul (x, k) y = Mul (b, a)", {"x": x}, gelu, bound)):
        for rank in range(4):
            made.run("%s__rank_%d" % (name, rank), "%s %s" % (reals("k", [k], [1] * rank), nodes), given, {"y": of("f32", np.reshape(y, [1] * (rank - 1) + [3]), compare)}, 16)
    a, b = shuffled("f32", [2, 3], -5, 2), shuffled("f32", [3, 2], -3, 2)
    plane, taps = shuffled("f32", [1, 1, 2, 2], -3, 2), [1, 2]
    product, planes = array(a) @ array(b), array(plane) * np.reshape(taps, [1, 2, 1, 1])
    for name, nodes, given, base, apply in (
            ("product_times", "p = MatMul (a, b) y = Mul (p, k)", {"a": a, "b": b}, product, np.multiply), ("product_plus", "p = MatMul (a, b) y = Add (p, k)", {"a": a, "b": b}, product, np.add),
            ("gemm_plus", "p = Gemm (a, b) y = Add (p, k)", {"a": a, "b": b}, product, np.add), ("operand_times", "p = Mul (a, k) y = MatMul (p, b)", {"a": a, "b": b}, product, np.multiply),
            ("convolution_times", reals("w", taps, [2, 1, 1, 1]) + " p = Conv <kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1], dilations = [1, 1], group = 1> (x, w) y = Mul (p, k)", {"x": plane}, planes, np.multiply), ("convolution_plus", reals("w", taps, [2, 1, 1, 1]) + " p = Conv <kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1], dilations = [1, 1], group = 1> (x, w) y = Add (p, k)", {"x": plane}, planes, np.add)):
        for rank in (0, 1, base.ndim, base.ndim + 1, base.ndim + 2):
            made.run("%s__rank_%d" % (name, rank), "%s %s" % (reals("k", [4], [1] * rank), nodes), given, {"y": of("f32", apply(base, np.full([1] * rank, 4)))}, 16)


def add_shapes_and_axes(made):
    """A Reshape, Squeeze or Unsqueeze that gives the axes or the shape of another one, not its data."""
    for name, nodes, given, y in (
            ("reshape_gives_axes_of_squeeze", integers("s", 1) + " a = Reshape (t, s) y = Squeeze (x, a)", {"x": of("i64", [7]), "t": of("i64", [0])}, of("i64", 7)),
            ("reshape_gives_axes_of_squeeze_of_f32", integers("s", 1) + " a = Reshape (t, s) y = Squeeze (x, a)", {"x": of("f32", [7]), "t": of("i64", [0])}, of("f32", 7)),
            ("reshape_gives_axes_of_squeeze_of_a_row", integers("s", 1) + " a = Reshape (t, s) y = Squeeze (x, a)", {"x": of("i64", [[7, 8]]), "t": of("i64", [[0]])}, of("i64", [7, 8])),
            ("reshape_gives_axes_of_unsqueeze", integers("s", 1) + " a = Reshape (t, s) y = Unsqueeze (x, a)", {"x": of("i64", [7]), "t": of("i64", [[0]])}, of("i64", [[7]])),
            ("reshape_gives_shape_of_reshape", integers("s", 2) + " a = Reshape (t, s) y = Reshape (x, a)", {"x": of("i64", [7, 8, 9, 1, 2, 3]), "t": of("i64", [[2, 3]])}, of("i64", [[7, 8, 9], [1, 2, 3]])),
            ("squeeze_gives_shape_of_reshape", integers("s", 0) + " a = Squeeze (t, s) y = Reshape (x, a)", {"x": of("i64", [7, 8]), "t": of("i64", [[1, 2]])}, of("i64", [[7, 8]])),
            ("unsqueeze_gives_shape_of_reshape", integers("s", 0) + " a = Unsqueeze (t, s) r = Reshape (x, a) y = Add (r, t)", {"x": of("i64", [[7, 8]]), "t": of("i64", 2)}, of("i64", [9, 10])),
            ("unsqueeze_gives_axes_of_squeeze", integers("s", 0) + " a = Unsqueeze (t, s) y = Squeeze (x, a)", {"x": of("i64", [[7]]), "t": of("i64", 1)}, of("i64", [7]))):
        made.run(name, nodes, given, {"y": y}, 13)


def add_cases(corpus):
    for name, add, title in (("quotients", add_quotients, "The product of 1 / x and z"), ("ranges", add_ranges, "Gather of the positions of a Range"), ("norms_of_products", add_norms_of_products, "BatchNormalization after MatMul"),
                             ("whole_slices", add_whole_slices, "Slices from 0 to the largest end"), ("limits", add_limits, "Relu and Clip"), ("padded_pools", add_padded_pools, "Pad before a pool or a convolution"),
                             ("shapes_of_nothing", add_shapes_of_nothing, "Expand to no element, and constants without elements"), ("exported_norms", add_exported_norms, "LayerNormalization in eleven nodes"),
                             ("quantizations", add_quantizations, "Values that are quantized twice"), ("turned", add_turned, "An operator between two Transposes"), ("ranks_of_constants", add_ranks_of_constants, "A constant of one element and of any rank"), ("shapes_and_axes", add_shapes_and_axes, "Computed shapes and axes")):
        made = Nodes()
        add(made)
        made.add_to(corpus, "fusions/" + name, oracle=ORACLE, kind="combined", title=title + ", which optimizers replace by fewer nodes.", rules=["ONNX-GRAPH-2"],
                    notes="Some runs are what an optimizer looks for, and the others differ in one detail.")
