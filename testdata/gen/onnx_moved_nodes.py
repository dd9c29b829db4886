"""Nodes that optimizers move past others, and that mean something else with other shapes, axes or attributes.

The oracle is NumPy. Every value is an integer, so nothing is rounded.
"""

import itertools

import numpy as np

from onnx_nodes import add_fusions, array, integers, of, real, reals, shuffled, words

ORACLE = "generator: gen/onnx_moved_nodes.py"
CONV = "kernel_shape = [%d, %d], strides = %s, pads = %s, dilations = [1, 1], group = 1"


def add_scaled_products(made):
    """Products with vectors, times a constant that belongs to another axis."""
    a, w = shuffled("f32", [3, 3], -4), shuffled("f32", [3], -1)
    batch, weights = shuffled("f32", [2, 3, 3], -8), shuffled("f32", [2, 3, 3], -9)
    for name, x, z in (
        ("matrix_and_vector", a, w),
        ("vector_and_matrix", w, a),
        ("vectors", w, w),
        ("matrices", a, shuffled("f32", [3, 3], -2)),
        ("batch_and_vector", batch, w),
        ("vector_and_batch", w, batch),
        ("batch_and_matrix", batch, a),
        ("matrix_and_batch", a, weights),
    ):
        product = array(x) @ array(z)
        for shape in ([], [3], [1, 3], [3, 1], [2, 1, 3], [2, 3, 1], [2, 1, 1]):
            if any(d not in (1, whole) for d, whole in itertools.zip_longest(shape[::-1], product.shape[::-1], fillvalue=1)):
                continue
            k = np.reshape([1, 10, 100, -1, -10, -100][: int(np.prod(shape))], shape)
            for constant in (True, False):
                text = (
                    (reals("z", array(z).reshape(-1), array(z).shape) + " " if constant else "")
                    + reals("k", k.reshape(-1), shape)
                    + " p = MatMul (x, z) y = Mul (p, k)"
                )
                made.run(
                    "%s__by_%s%s" % (name, words(*shape) or "scalar", "__constant" if constant else ""),
                    text,
                    {"x": x} if constant else {"x": x, "z": z},
                    {"y": of("f32", product * k)},
                    13,
                )


def add_strides_of_one(made):
    """Convolutions with windows of one element that skip windows. With pads, it matters which come first."""
    x = shuffled("f32", [1, 1, 5, 5], -12)
    before = {
        "alone": ("p = Identity (x)", lambda v: v),
        "after_relu": ("p = Relu (x)", lambda v: np.maximum(v, 0)),
        "after_sum": (real("s", 1) + " p = Add (x, s)", lambda v: v + 1),
        "after_convolution": (reals("u", [3], [1, 1, 1, 1]) + " p = Conv <%s> (x, u)" % (CONV % (1, 1, [1, 1], [0] * 4)), lambda v: 3 * v),
        "after_padded_convolution": (
            reals("u", [3], [1, 1, 1, 1]) + " p = Conv <%s> (x, u)" % (CONV % (1, 1, [1, 1], [1] * 4)),
            lambda v: 3 * np.pad(v, [(0, 0), (0, 0), (1, 1), (1, 1)]),
        ),
    }
    for (name, (text, apply)), strides, pads in itertools.product(
        before.items(), ([2, 2], [3, 2], [1, 1]), ([0, 0, 0, 0], [1, 1, 1, 1], [1, 0, 0, 0], [0, 0, 1, 1], [2, 2, 2, 2])
    ):
        padded = np.pad(apply(array(x)), [(0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])])
        made.run(
            "%s__strides_%s__pads_%s" % (name, words(*strides), words(*pads)),
            "%s %s y = Conv <%s> (p, w)" % (text, reals("w", [2], [1, 1, 1, 1]), CONV % (1, 1, strides, pads)),
            {"x": x},
            {"y": of("f32", 2 * padded[:, :, :: strides[0], :: strides[1]])},
            13,
        )


def to_depth(x, block):
    n, c, h, w = x.shape
    return x.reshape(n, c, h // block, block, w // block, block).transpose(0, 3, 5, 1, 2, 4).reshape(n, c * block**2, h // block, w // block)


def to_space(x, block):
    n, c, h, w = x.shape
    return x.reshape(n, block, block, c // block**2, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(n, c // block**2, h * block, w * block)


def add_blocks_of_batches(made):
    """DepthToSpace and SpaceToDepth between Transposes that exchange batch and channels, and nearly that."""
    x = shuffled("f32", [4, 2, 2, 2], -15)
    for name, text, t in (
        ("turned", "t = Transpose <perm = [1, 0, 2, 3]> (x)", array(x).transpose(1, 0, 2, 3)),
        ("reshaped", integers("q", 2, 4, 2, 2) + " t = Reshape (x, q)", array(x).reshape(2, 4, 2, 2)),
    ):
        for cut, begins, ends, steps in (
            ("whole", [0, 0], [9, 9], [1, 1]),
            ("cut", [1, 1], [3, 4], [1, 1]),
            ("cut_from_the_end", [-3, -2], [9, -1], [1, 1]),
            ("every_second_row", [0, 0], [9, 9], [2, 1]),
        ):
            d = to_space(t, 2)[:, :, begins[0] : ends[0] : steps[0], begins[1] : ends[1] : steps[1]]
            made.run(
                "to_space__%s__%s" % (name, cut),
                " ".join(
                    [
                        text,
                        'd = DepthToSpace <blocksize = 2, mode = "DCR"> (t)',
                        integers("b", *begins),
                        integers("e", *ends),
                        integers("a", 2, 3),
                        integers("s", *steps),
                        "c = Slice (d, b, e, a, s) y = Transpose <perm = [1, 0, 2, 3]> (c)",
                    ]
                ),
                {"x": x},
                {"y": of("f32", d.transpose(1, 0, 2, 3))},
                13,
            )
        for padded, pads in (
            ("without_pads", [0] * 8),
            ("padded", [0, 0, 1, 0, 0, 0, 1, 2]),
            ("padded_batch", [1, 0, 0, 0, 0, 0, 0, 0]),
            ("padded_channels", [0, 0, 0, 0, 0, 2, 0, 0]),
        ):
            p = np.pad(t, list(zip(pads[:4], pads[4:])))
            made.run(
                "to_depth__%s__%s" % (name, padded),
                " ".join([text, integers("p", *pads), "m = Pad (t, p) d = SpaceToDepth <blocksize = 2> (m) y = Transpose <perm = [1, 0, 2, 3]> (d)"]),
                {"x": x},
                {"y": of("f32", to_depth(p, 2).transpose(1, 0, 2, 3))},
                13,
            )
    x = shuffled("f32", [4, 4, 2, 2], -31)
    for first, last in itertools.product(([1, 0, 2, 3], [1, 0, 3, 2], [0, 1, 3, 2]), repeat=2):
        for name, nodes, function in (
            ("to_space", 'd = DepthToSpace <blocksize = 2, mode = "DCR"> (t)', to_space),
            ("to_depth", "d = SpaceToDepth <blocksize = 2> (t)", to_depth),
        ):
            made.run(
                "%s__%s__%s" % (name, words(*first), words(*last)),
                "t = Transpose <perm = %s> (x) %s y = Transpose <perm = %s> (d)" % (first, nodes, last),
                {"x": x},
                {"y": of("f32", function(array(x).transpose(first), 2).transpose(last))},
                13,
            )


def add_products_of_reshaped(made):
    """A product with a batch that was turned and reshaped into columns, and the way back."""
    a = shuffled("f32", [2, 3], -2)
    for shape, after, order in itertools.product(
        ([2, 3, 4], [3, 3, 3], [2, 3, 2]), ([2, -1, 2], [2, 4, -1], [2, 2, -1], [2, 3, -1], [2, -1, 3]), ([2, 0, 1], [1, 0, 2], [1, 2, 0])
    ):
        b = shuffled("f32", shape, -int(np.prod(shape)) // 2)
        columns = shape[2] * shape[0]
        if 2 * columns % int(np.prod([d for d in after if d > 0])):
            continue
        y = (array(a) @ array(b).transpose(1, 2, 0).reshape(3, -1)).reshape(after)
        made.run(
            "%s__to_%s__%s" % (words(*shape), words(*after), words(*order)),
            " ".join(
                [
                    "t = Transpose <perm = [1, 2, 0]> (b)",
                    integers("q", 3, columns),
                    "r = Reshape (t, q) m = MatMul (a, r)",
                    integers("u", *y.shape),
                    "s = Reshape (m, u) y = Transpose <perm = %s> (s)" % order,
                ]
            ),
            {"a": a, "b": b},
            {"y": of("f32", y.transpose(order))},
            13,
        )


def add_moved_constants(made):
    """A sum after an operator that moves elements, with a constant of any rank."""
    x = shuffled("f32", [2, 3], -2)
    v = array(x)
    for name, nodes, moved in (
        ("transpose", "m = Transpose <perm = [1, 0]> (x)", v.T),
        ("reshape", integers("q", 3, 2) + " m = Reshape (x, q)", v.reshape(3, 2)),
        ("unsqueeze", integers("q", 0) + " m = Unsqueeze (x, q)", v[None]),
        ("gather", integers("q", 1, 0) + " m = Gather (x, q)", v[[1, 0]]),
        ("expand", integers("q", 2, 2, 3) + " m = Expand (x, q)", np.broadcast_to(v, (2, 2, 3))),
        ("slice", " ".join([integers("b", 1), integers("e", 2), integers("a", 0), "m = Slice (x, b, e, a)"]), v[1:2]),
        ("concat", "m = Concat <axis = 0> (x, x)", np.concatenate([v, v])),
        ("tile", integers("q", 1, 2) + " m = Tile (x, q)", np.tile(v, (1, 2))),
        ("pad", integers("q", 0, 1, 0, 0) + " m = Pad (x, q)", np.pad(v, ((0, 0), (1, 0)))),
    ):
        for operator, rank in itertools.product(("Add", "Mul"), range(5)):
            made.run(
                "%s__%s__rank_%d" % (name, operator.lower(), rank),
                "%s %s y = %s (m, k)" % (nodes, reals("k", [5], [1] * rank), operator),
                {"x": x},
                {"y": of("f32", moved + np.full([1] * rank, 5) if operator == "Add" else moved * np.full([1] * rank, 5))},
                14,
            )


def add_orders_of_channels(made):
    """Channels in another order before a convolution. Its weights may be moved inversely."""
    between = {
        "alone": ("p = Identity (m)", lambda v, c: v),
        "relu": ("p = Relu (m)", lambda v, c: np.maximum(v, 0)),
        "sum": ("p = Add (m, k)", lambda v, c: v + c),
        "product": ("p = Mul (m, k)", lambda v, c: v * c),
        "difference_from": ("p = Sub (k, m)", lambda v, c: c - v),
        "slope": ("p = PRelu (m, k)", lambda v, c: np.where(v < 0, c * v, v)),
        "pads": (integers("q", 0, 0, 1, 0, 0, 0, 0, 1) + " p = Pad (m, q)", lambda v, c: np.pad(v, [(0, 0), (0, 0), (1, 0), (0, 1)])),
        "pad_of_channels": (integers("q", 0, 1, 0, 0, 0, 0, 0, 0) + " p = Pad (m, q)", lambda v, c: np.pad(v, [(0, 0), (1, 0), (0, 0), (0, 0)])),
        "twice": ("p = Add (m, m)", lambda v, c: v + v),
    }

    def add(name, order, way, step, group=1, axis=1):
        count = len(order)
        x = shuffled("f32", [1, count, 2, count], -count)
        parts = ["c%d" % k for k in range(count)]
        moved = (
            integers("i", *order) + " m = Gather <axis = %d> (x, i)" % axis
            if way == "gather"
            else "%s = Split <axis = %d> (x) m = Concat <axis = %d> (%s)" % (", ".join(parts), axis, axis, ", ".join(parts[k] for k in order))
        )
        nodes, apply = between[step]
        factors = np.array([2, -1, 4, 3][:count]).reshape(1, count, 1, 1)
        v = apply(np.take(array(x), order, axis), factors)
        inner = v.shape[1] // group
        w = np.array([[1, 10, 100, -1, 5], [3, -7, 2, 20, -4]])[:, :inner].repeat(max(1, group // 2), 0)
        y = np.stack([sum(w[o, c] * v[:, o * group // len(w) * inner + c] for c in range(inner)) for o in range(len(w))], 1)
        given = (
            (reals("k", factors.reshape(-1), [1, count, 1, 1] if step != "slope" else [count, 1, 1]) + " ") if "k" in nodes.partition("(")[2] else ""
        )
        made.run(
            name,
            "%s %s%s %s y = Conv <kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1], dilations = [1, 1], group = %d> (p, w)"
            % (moved, given, nodes, reals("w", w.reshape(-1), [len(w), inner, 1, 1]), group),
            {"x": x},
            {"y": of("f32", y)},
            16,
        )

    for order in itertools.permutations(range(3)):
        for way, step in itertools.product(("gather", "split"), between):
            if way == "gather" or step in ("alone", "sum", "pads"):
                add("%s__%s__%s" % (way, words(*order), step), order, way, step)
        add("gather__%s__last_axis" % words(*order), order, "gather", "alone", axis=3)
    for order in ((1, 2, 3, 0), (3, 0, 1, 2), (1, 0, 3, 2), (2, 3, 0, 1), (1, 3, 0, 2), (0, 2, 3, 1), (3, 2, 1, 0)):
        for step in ("alone", "sum", "relu"):
            add("gather__%s__%s" % (words(*order), step), order, "gather", step)
        add("gather__%s__two_groups" % words(*order), order, "gather", "alone", 2)
        add("gather__%s__four_groups" % words(*order), order, "gather", "alone", 4)


def add_repeated_blocks(made):
    """Unsqueeze, Expand and Reshape, which repeat elements or blocks of them, or other things."""
    x = shuffled("f32", [2, 3, 2], -5)
    for axis, times, joined in itertools.product(range(4), (2, 3), range(3)):
        wide = list(array(x).shape)
        wide.insert(axis, times)
        v = np.broadcast_to(np.expand_dims(array(x), axis), wide)
        shape = wide[:joined] + [wide[joined] * wide[joined + 1]] + wide[joined + 2 :]
        made.run(
            "axis_%d__times_%d__joined_%d" % (axis, times, joined),
            " ".join(
                [integers("a", axis), "u = Unsqueeze (x, a)", integers("e", *wide), "w = Expand (u, e)", integers("q", *shape), "y = Reshape (w, q)"]
            ),
            {"x": x},
            {"y": of("f32", v.reshape(shape))},
            13,
        )


def add_sums_of_products(made):
    """A product and a sum with a constant, which is a bias only if it has as many elements as columns."""
    matrix, vector, batch = shuffled("f32", [2, 2], -2), shuffled("f32", [2], 1), shuffled("f32", [2, 2, 2], -4)
    for name, a, b in (
        ("matrices", matrix, matrix),
        ("matrix_and_vector", matrix, vector),
        ("vector_and_matrix", vector, matrix),
        ("batch_and_vector", batch, vector),
        ("vector_and_batch", vector, batch),
        ("batch_and_matrix", batch, matrix),
        ("matrix_and_batch", matrix, batch),
    ):
        product = array(a) @ array(b)
        for shape in ([], [1], [2], [1, 2], [2, 1], [2, 2], [2, 1, 1]):
            k = np.reshape([10, 20, 30, 40][: int(np.prod(shape))], shape)
            y = product + k
            for order in ("p, k", "k, p"):
                made.run(
                    "%s__%s__%s" % (name, words(*shape) or "scalar", "last" if order == "p, k" else "first"),
                    reals("k", k.reshape(-1), shape) + " p = MatMul (a, b) y = Add (%s)" % order,
                    {"a": a, "b": b},
                    {"y": of("f32", y)},
                    13,
                )
    for order in ("p, k", "k, p"):
        made.run(
            "no_inner_elements__%s" % ("last" if order == "p, k" else "first"),
            reals("b", [], [0, 2]) + " " + reals("k", [10, 20]) + " p = MatMul (a, b) y = Add (%s)" % order,
            {"a": shuffled("f32", [2, 0])},
            {"y": of("f32", [[10, 20], [10, 20]])},
            13,
        )


GROUPS = [
    ("scaled_products", add_scaled_products, "Products of matrices and vectors that are scaled"),
    ("strides_of_one", add_strides_of_one, "Convolutions with windows of one element"),
    ("blocks_of_batches", add_blocks_of_batches, "Blocks of the batch"),
    ("products_of_reshaped", add_products_of_reshaped, "Products of reshaped batches"),
    ("moved_constants", add_moved_constants, "Sums and products of moved elements"),
    ("orders_of_channels", add_orders_of_channels, "Channels in another order before a convolution"),
    ("repeated_blocks", add_repeated_blocks, "Repeated elements"),
    ("sums_of_products", add_sums_of_products, "Products and sums"),
]


def add_cases(corpus):
    add_fusions(corpus, ORACLE, GROUPS, "optimizer", "replace by fewer nodes")
