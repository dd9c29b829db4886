"""Nodes that optimizers replace by fewer ones, in the form in which exporters write them, and similar nodes.

Exporters write attributes even if they have their default values, and some optimizers look for them. The oracle
is NumPy. Every value is an integer or a sum of a few powers of two, so nothing is rounded.
"""

import itertools

import numpy as np

from onnx_nodes import add_fusions, array, integer, integers, of, real, reals, shuffled, words

ORACLE = "generator: gen/onnx_optimized.py"
LAST = 2**63 - 1


def add_quotients(made):
    """1 / x * z, which is z / x only if nothing is rounded and no shape grows."""
    x, z = [2, 3, 1, -1], [7, 8, 9, -5]
    for type_, name in (("i32", "int32"), ("i64", "int64")):
        # Operands are positive where a quotient is not whole, so that no rule about its rounding counts.
        y = of(type_, [0, 0, 9, 5])
        for order, product in (("quotient_times", "d, z"), ("times_quotient", "z, d")):
            made.run(
                "%s__%s" % (order, type_),
                "k = Constant <value = %s {1}> () d = Div (k, x) y = Mul (%s)" % (name, product),
                {"x": of(type_, x), "z": of(type_, z)},
                {"y": y},
                14,
            )
    x, z = of("f32", [2, 4, -8]), of("f32", [3, -5, 7])
    for shape in ([], [1], [1, 1], [1, 1, 1]):
        for order, product in (("quotient_times", "d, z"), ("times_quotient", "z, d")):
            y = np.ones(shape) / array(x) * array(z)
            made.run(
                "%s__one_of_rank_%d" % (order, len(shape)),
                "%s d = Div (k, x) y = Mul (%s)" % (reals("k", [1], shape), product),
                {"x": x, "z": z},
                {"y": of("f32", y)},
                14,
            )


def add_limits(made):
    """Relu before Clip, of types other than f32, and Relu of a limit."""
    v = np.array([-3, -1, 1, 3])
    for type_, name in (("f32", "float"), ("f64", "double"), ("f16", "float16"), ("i8", "int8"), ("i32", "int32"), ("i64", "int64")):

        def limit(key, value):
            return (
                "%s = Constant <value = %s {%d}> ()" % (key, name, value)
                if type_ != "f16"
                else "%s_ = Constant <value = float {%d}> () %s = Cast <to = 10> (%s_)" % (key, value, key, key)
            )

        for low, high in ((-2, 2), (1, 2), (-2, -1)):
            made.run(
                "relu__%s__%s" % (words(low, high), type_),
                "%s %s r = Relu (x) y = Clip (r, l, h)" % (limit("l", low), limit("h", high)),
                {"x": of(type_, v)},
                {"y": of(type_, np.minimum(np.maximum(np.maximum(v, 0), low), high))},
                14,
            )
        made.run(
            "relu__no_lower_limit__%s" % type_,
            "%s r = Relu (x) y = Clip (r, \"\", h)" % limit("h", 2),
            {"x": of(type_, v)},
            {"y": of(type_, np.clip(v, 0, 2))},
            14,
        )
        made.run(
            "relu__no_upper_limit__%s" % type_,
            "%s r = Relu (x) y = Clip (r, l)" % limit("l", -2),
            {"x": of(type_, v)},
            {"y": of(type_, np.maximum(v, 0))},
            14,
        )
    x = of("f32", v)
    for opset, m in itertools.product((11, 13, 14), (2, -2)):
        given, top = {"x": x, "m": of("f32", m)}, max(m, 0)
        made.run(
            "relu_of_the_upper_limit__%s__version_%d" % (words(m), opset),
            real("l", -2) + " r = Relu (m) y = Clip (x, l, r)",
            given,
            {"y": of("f32", np.clip(v, -2, top))},
            opset,
        )
        made.run(
            "relu_of_the_only_limit__%s__version_%d" % (words(m), opset),
            "r = Relu (m) y = Clip (x, \"\", r)",
            given,
            {"y": of("f32", np.minimum(v, top))},
            opset,
        )
        made.run(
            "relu_of_the_lower_limit__%s__version_%d" % (words(m), opset),
            real("h", 2) + " r = Relu (m) y = Clip (x, r, h)",
            given,
            {"y": of("f32", np.clip(v, top, 2))},
            opset,
        )


def pooled(x, pads, own, size, step, ceiling, operator, counts_pads):
    """A pool of one row that was padded with zeros before. The pool's own pads have no value."""
    row = [None] * own[0] + [0] * pads[0] + list(x) + [0] * pads[1] + [None] * own[1]
    count = (len(row) - size + (step - 1 if ceiling else 0)) // step + 1
    y = []
    for k in range(count):
        window = row[k * step : k * step + size]
        known = [v for v in window if v is not None]
        y.append(max(known) if operator == "MaxPool" else sum(known) / (len(window) if counts_pads else len(known)))
    return y


def add_padded_pools(made):
    """Pad of zeros before pools and convolutions. No window begins in the last of the pool's own pads."""
    x = [8, 16, 24, 32, 40]
    for operator, counts_pads in (("MaxPool", 0), ("AveragePool", 0), ("AveragePool", 1)):
        for pads, own, size, step, ceiling in (
            ((1, 1), (0, 0), 2, 2, 1),
            ((1, 1), (0, 0), 2, 2, 0),
            ((1, 1), (0, 0), 2, 3, 1),
            ((0, 1), (1, 0), 2, 2, 1),
            ((1, 0), (1, 1), 4, 1, 0),
            ((2, 2), (0, 0), 4, 2, 0),
            ((0, 2), (0, 0), 2, 2, 0),
            ((3, 0), (0, 0), 2, 1, 0),
        ):
            counted = "" if operator == "MaxPool" else ", count_include_pad = %d" % counts_pads
            name = operator[:-4].lower() + ("_of_all" if counts_pads else "")
            made.run(
                "%s__pads_%s__own_%s__size_%d__step_%d%s" % (name, words(*pads), words(*own), size, step, "__up" if ceiling else ""),
                "%s p = Pad (x, pads) y = %s <kernel_shape = [%d], pads = [%d, %d], strides = [%d], ceil_mode = %d%s> (p)"
                % (integers("pads", 0, 0, pads[0], 0, 0, pads[1]), operator, size, *own, step, ceiling, counted),
                {"x": of("f32", [[x]])},
                {"y": of("f32", [[pooled(x, pads, own, size, step, ceiling, operator, counts_pads)]])},
                13,
            )
    w, taps = [1, 2], np.array([0, 1, 2, 0])
    for name, nodes in (
        ("weights", "q = Pad (w, pads) y = Conv <kernel_shape = [4], pads = [0, 0], strides = [1]> (x, q)"),
        ("both", "q = Pad (w, pads) o = Pad (x, pads) y = Conv <kernel_shape = [4], pads = [0, 0], strides = [1]> (o, q)"),
    ):
        row = x if name == "weights" else [0] + x + [0]
        made.run(
            "convolution__padded_" + name,
            integers("pads", 0, 0, 1, 0, 0, 1) + " " + nodes,
            {"x": of("f32", [[x]]), "w": of("f32", [[w]])},
            {"y": of("f32", [[[int(taps @ row[k : k + 4]) for k in range(len(row) - 3)]]])},
            13,
        )


def add_quantizations(made):
    """Values that are quantized twice, with equal and with different scales."""
    x = np.array([0.25, 1.25, -2.75, 3.125, -100, 50.875, 7], np.float32)
    for type_, name, low, high in (("u8", "uint8", 0, 255), ("i8", "int8", -128, 127)):
        middle = (low + high + 1) // 2
        for first, zero, second, other in ((1, 2, 0.5, 20), (1, 0, 2, 0), (0.5, 4, 0.5, 4), (0.5, 0, 0.5, 8), (1, 0, 0.25, 0), (4, -10, 1, 10)):
            y = x
            for scale, point in ((first, middle + zero), (second, middle + other)):
                y = ((np.clip(np.rint(y / np.float32(scale)) + point, low, high) - point) * np.float32(scale)).astype(np.float32)
            constants = " ".join(
                [
                    real("s", first),
                    real("t", second),
                    "u = Constant <value = %s {%d}> () v = Constant <value = %s {%d}> ()" % (name, middle + zero, name, middle + other),
                ]
            )
            made.run(
                "%s__%s__%s" % (type_, words(first, zero), words(second, other)),
                constants
                + " a = QuantizeLinear (x, s, u) b = DequantizeLinear (a, s, u) c = QuantizeLinear (b, t, v) y = DequantizeLinear (c, t, v)",
                {"x": of("f32", x)},
                {"y": of("f32", y)},
                13,
            )
    x = of("f32", [0.25, 1.25, -2.75])
    for type_, y in (("f64", [1, -2]), ("f16", [1, -2]), ("i64", [1, -2]), ("boolean", [1, 0])):
        nodes = real("s", 0.5) + " u = Constant <value = uint8 {128}> () a = QuantizeLinear (x, s, u) b = DequantizeLinear (a, s, u) c = %s (y)" % (
            "Not" if type_ == "boolean" else "Neg"
        )
        made.run(
            "beside_" + type_,
            nodes,
            {"x": x, "y": of(type_, y)},
            {"b": of("f32", [0, 1, -3]), "c": of(type_, [0, 1] if type_ == "boolean" else [-1, 2])},
            13,
        )


def add_turned(made):
    """Transpose, an operator along chosen axes, and the Transpose back."""
    x = shuffled("f32", [2, 3, 4], -23, 2)
    for order in itertools.permutations(range(3)):
        back = [int(k) for k in np.argsort(order)]
        t = array(x).transpose(order)

        def add(name, nodes, y, opset=18, last=back):
            made.run(
                "%s__%s" % (name, words(*order)),
                "t = Transpose <perm = %s> (x) %s y = Transpose <perm = %s> (q)" % (list(order), nodes, last),
                {"x": x},
                {"y": of("f32", y.transpose(last))},
                opset,
            )

        for axes, pads in (
            ([1], [1, 2]),
            ([0], [2, 1]),
            ([-1], [0, 3]),
            ([2, 0], [1, 2, 0, 3]),
            ([0, 1, 2], [1, 0, 2, 0, 1, 3]),
            ([2, 0, 1], [1, 0, 2, 0, 1, 3]),
        ):
            widths = [(0, 0)] * 3
            for k, axis in enumerate(axes):
                widths[axis] = pads[k], pads[len(axes) + k]
            add("pad_axes_%s" % words(*axes), "%s %s q = Pad (t, p, \"\", a)" % (integers("p", *pads), integers("a", *axes)), np.pad(t, widths))
        for axes, begins, steps in (([1], [1], [1]), ([2, 0], [0, 1], [2, 1]), ([-2], [-1], [-1])):
            cut = [slice(None)] * 3
            for axis, begin, step in zip(axes, begins, steps):
                cut[axis] = slice(begin, None, step)
            ends = [LAST if step > 0 else -LAST for step in steps]
            add(
                "slice_axes_%s" % words(*axes),
                "%s %s %s %s q = Slice (t, b, e, a, s)" % (integers("b", *begins), integers("e", *ends), integers("a", *axes), integers("s", *steps)),
                t[tuple(cut)],
            )
        add("slice_all_axes", "%s %s q = Slice (t, b, e)" % (integers("b", 1, 0, -1), integers("e", 2, 1, LAST)), t[1:2, 0:1, -1:])
        for axis in range(3):
            add("sum_axis_%d" % axis, "%s q = ReduceSum <keepdims = 1> (t, a)" % integers("a", axis), t.sum(axis, keepdims=True))
            add(
                "running_sum_axis_%d" % axis,
                "%s q = CumSum <reverse = 1> (t, a)" % integer("a", axis),
                np.flip(np.flip(t, axis).cumsum(axis), axis),
                14,
            )
            add("gather_axis_%d" % axis, "%s q = Gather <axis = %d> (t, i)" % (integers("i", 1, 0, -1), axis), np.take(t, [1, 0, -1], axis))
            add("concat_axis_%d" % axis, "n = Neg (t) q = Concat <axis = %d> (t, n)" % (axis - 3), np.concatenate([t, -t], axis))
            add("largest_axis_%d" % axis, "%s q, i = TopK <axis = %d> (t, k)" % (integers("k", 2), axis), -np.sort(-t, axis).take([0, 1], axis))
        add("tile", integers("r", 1, 2, 3) + " q = Tile (t, r)", np.tile(t, (1, 2, 3)), 13)
        add("row_added", reals("r", [100 * k for k in range(t.shape[2])]) + " q = Add (t, r)", t + [100 * k for k in range(t.shape[2])], 14)


GROUPS = [
    ("quotients", add_quotients, "The product of 1 / x and z"),
    ("limits", add_limits, "Relu and Clip"),
    ("padded_pools", add_padded_pools, "Pad before a pool or a convolution"),
    ("quantizations", add_quantizations, "Values that are quantized twice"),
    ("turned", add_turned, "An operator between two Transposes"),
]


def add_cases(corpus):
    add_fusions(corpus, ORACLE, GROUPS, "optimizer", "replace by fewer nodes")
