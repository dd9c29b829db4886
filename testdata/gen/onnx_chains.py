"""Chains of ONNX nodes that runtimes shorten, with values and shapes for which a hasty rewriting is wrong."""

import itertools

import numpy as np

from case import NUMPY
from onnx_nodes import Nodes, array, integers, of, reals, shuffled
from onnx_products import product

ORACLE = "generator: gen/onnx_chains.py"
NUMBERS = {"f32": 1, "u8": 2, "i8": 3, "i32": 6, "i64": 7, "boolean": 9, "f16": 10, "f64": 11}  # of TensorProto
NAN, INF = float("nan"), float("inf")


def add_casts(made):
    chains = (("f32", "i32", "f32", [1.5, -2.75, 3]), ("f32", "i64", "f32", [0.99, -0.5 - 1, 2**20]), ("f32", "boolean", "f32", [0, 2.5, -1, 0.25]), ("f32", "u8", "f32", [3.9, 200]),
              ("i32", "boolean", "i32", [0, 7, -3]), ("f32", "f16", "f32", [2049, 0.1, 1]), ("f64", "f32", "f64", [2**24 + 1, 0.1, 1]), ("i64", "i32", "i64", [2**32 + 5, -1, 2**31]),
              ("i32", "u8", "i32", [257, -1, 255]), ("i32", "i8", "i32", [200, -129, 5]), ("i64", "f32", "i64", [2**24 + 1, 3]), ("i64", "f64", "i64", [2**40 + 1, 3]), ("f32", "f16", "f32", [100000, -100000, 1, 0]),
              ("i32", "f16", "i32", [2049, -3]), ("u8", "i8", "u8", [200, 100]), ("i8", "u8", "i32", [-1, 5]), ("f32", "f64", "f32", [0.1, 3]), ("f64", "f16", "f32", [1 + 2.0**-11 + 2.0**-30, 7]),
              ("i64", "boolean", "f32", [2**32, 0]), ("i32", "i64", "i32", [-2**31, 5]))
    for first, middle, last, values in chains:
        x = of(first, values)
        y = array(x).astype(NUMPY[middle]).astype(NUMPY[last])
        # A runtime may keep a number wider than its type, but the infinity of an overflow is documented.
        rounds = middle in ("f16", "f32") and INF not in y and not np.array_equal(y, array(x))
        made.run("cast_%s_%s_%s" % (first, middle, last) + "_overflow" * (INF in y), "m = Cast <to = %d> (x) y = Cast <to = %d> (m)" % (NUMBERS[middle], NUMBERS[last]), {"x": x}, {"y": of(last, y)}, 13,
                 **({"rules": ["ONNX-GRAPH-2", "NUM-1"], "tier": "survey"} if rounds else {}))


def add_moves(made):
    x = shuffled("f32", [2, 3, 4])
    for p, q in itertools.product(itertools.permutations(range(3)), repeat=2):
        name = "transpose_%d%d%d_%d%d%d" % (p + q)
        made.run(name, "m = Transpose <perm = %s> (x) y = Transpose <perm = %s> (m)" % (list(p), list(q)), {"x": x}, {"y": of("f32", array(x).transpose(p).transpose(q))}, 13)
    for name, first, second, shape in (("all_and_back", [-1], [2, 3, 4], [2, 3, 4]), ("copied_dimensions", [0, -1], [0, 4, 3], [2, 4, 3]), ("copied_from_another", [4, 6], [0, 0, 1], [4, 6, 1]),
                                       ("left_over_twice", [6, -1], [-1, 8], [3, 8]), ("copied_after_a_flat_one", [24], [0, 1], [24, 1])):
        made.run("reshape_" + name, "%s %s m = Reshape (x, s) y = Reshape (m, t)" % (integers("s", *first), integers("t", *second)), {"x": x}, {"y": of("f32", array(x).reshape(shape))}, 13)
    ones = shuffled("f32", [1, 3, 1, 2])
    for name, nodes, shape in (("squeeze_unsqueeze_same", "m = Squeeze (x, zero) y = Unsqueeze (m, zero)", [1, 3, 1, 2]), ("squeeze_unsqueeze_other", "m = Squeeze (x, zero) y = Unsqueeze (m, two)", [3, 1, 1, 2]),
                               ("unsqueeze_squeeze_other", "m = Unsqueeze (x, two) y = Squeeze (m, zero)", [3, 1, 1, 2]), ("squeeze_squeeze", "m = Squeeze (x, zero) y = Squeeze (m, one)", [3, 2]),
                               ("squeeze_all_unsqueeze", "m = Squeeze (x) y = Unsqueeze (m, two)", [3, 2, 1]), ("unsqueeze_unsqueeze", "m = Unsqueeze (x, zero) y = Unsqueeze (m, last)", [1, 1, 3, 1, 2, 1])):
        made.run(name, "%s %s %s %s " % (integers("zero", 0), integers("one", 1), integers("two", 2), integers("last", -1)) + nodes, {"x": ones}, {"y": of("f32", array(ones).reshape(shape))}, 13)
    row, cuts = shuffled("f32", [9]), {"odd": (1, 9, 2), "backward": (-1, -99, -1), "begin": (0, 4, 1), "thirds": (-1, -99, -3), "end": (-3, 99, 1)}
    for (one, a), (other, b) in itertools.product(cuts.items(), repeat=2):
        text = " ".join("%s%d = Constant <value_ints = [%d]> ()" % (word, k, value) for k, cut in enumerate((a, b)) for word, value in zip("bes", cut))
        y = array(row)[slice_of(*a)]
        made.run("slice_%s_%s" % (one, other), text + ' m = Slice (x, b0, e0, "", s0) y = Slice (m, b1, e1, "", s1)', {"x": row}, {"y": of("f32", y[slice_of(*b)])}, 13)
    m = shuffled("f32", [3, 4])
    v = array(m)
    for name, nodes, y in (
            ("gather_gather", integers("i", 2, 0) + integers(" j", 1, 1, 0) + " m = Gather (x, i) y = Gather (m, j)", v[[2, 0]][[1, 1, 0]]),
            ("gather_gather_across", integers("i", 2, 0) + integers(" j", 3, 1) + " m = Gather (x, i) y = Gather <axis = 1> (m, j)", v[[2, 0]][:, [3, 1]]),
            ("gather_of_a_row_and_an_element", "i = Constant <value_int = 1> () j = Constant <value_int = 2> () m = Gather (x, i) y = Gather (m, j)", v[1, 2]),
            ("split_concat_exchanged", "a, b = Split <axis = 1> (x) y = Concat <axis = 1> (b, a)", v[:, [2, 3, 0, 1]]),
            ("split_concat_same", "a, b = Split <axis = 1> (x) y = Concat <axis = 1> (a, b)", v),
            ("split_concat_across", "a, b = Split <axis = 1> (x) y = Concat <axis = 0> (a, b)", np.array([*v[:, :2], *v[:, 2:]])),
            ("split_concat_one_twice", "a, b = Split <axis = 1> (x) y = Concat <axis = 1> (a, a)", v[:, [0, 1, 0, 1]]),
            ("concat_split_elsewhere", integers("s", 2, 4) + " m = Concat <axis = 0> (x, x) y, z = Split <axis = 0> (m, s)", v[:2]),
            ("concat_slice_across", integers("b", 2) + integers(" e", 5) + integers(" a", 0) + " m = Concat <axis = 0> (x, x) y = Slice (m, b, e, a)", v[[2, 0, 1]]),
            ("concat_gather_behind", integers("i", 5, -6) + " m = Concat <axis = 0> (x, x) y = Gather (m, i)", v[[2, 0]]),
            ("concat_concat", "m = Concat <axis = 0> (x, x) y = Concat <axis = 1> (m, m)", np.array([[*row, *row] for row in [*v, *v]])),
            ("tile_tile", integers("s", 2, 1) + integers(" t", 1, 2) + " m = Tile (x, s) y = Tile (m, t)", np.array([[*row, *row] for row in [*v, *v]])),
            ("transpose_reshape", integers("s", 3, 4) + " m = Transpose (x) y = Reshape (m, s)", v.T.reshape(3, 4)),
            ("reshape_transpose", integers("s", 4, 3) + " m = Reshape (x, s) y = Transpose (m)", v.reshape(4, 3).T),
            ("transpose_flatten", "m = Transpose (x) y = Flatten <axis = 0> (m)", v.T.reshape(1, 12)),
            ("transpose_gather", integers("i", 3, 0) + " m = Transpose (x) y = Gather (m, i)", v.T[[3, 0]]),
            ("transpose_concat", "m = Transpose (x) y = Concat <axis = 0> (m, m)", np.array([*v.T, *v.T])),
            ("slice_transpose", integers("b", 1) + integers(" e", 3) + integers(" a", 0) + " m = Slice (x, b, e, a) y = Transpose (m)", v[1:3].T)):
        made.run(name, nodes, {"x": m}, {"y": of("f32", y)}, 13)


def slice_of(begin, end, step):
    return slice(begin, None if step < 0 else end, step)


def add_neutral(made):
    """Operations that change no number, but the shape."""
    x, wide, flags = of("f32", [3, -5, 7]), np.array([[3, -5, 7]] * 2), of("boolean", [1, 0, 1])
    for name, op, value in (("add_0", "Add", 0), ("sub_0", "Sub", 0), ("mul_1", "Mul", 1), ("div_1", "Div", 1), ("pow_1", "Pow", 1), ("max_of_less", "Max", -9), ("min_of_more", "Min", 9)):
        for shape, y in (([2, 1], wide), ([1, 1, 1], wide[None, :1]), ([], wide[0])):
            made.run("%s_of_rank_%d" % (name, len(shape)), "%s y = %s (x, c)" % (reals("c", [value] * int(np.prod(shape, dtype=int)), shape), op), {"x": x}, {"y": of("f32", y)}, 13)
    for name, op, value in (("and_true", "And", 1), ("or_false", "Or", 0), ("xor_false", "Xor", 0)):
        made.run(name, "c = Constant <value = bool[2,1] {%d, %d}> () y = %s (x, c)" % (value, value, op), {"x": flags}, {"y": of("boolean", [[1, 0, 1]] * 2)}, 13)
    for name, nodes, y in (
            ("where_true", "c = Constant <value = bool[2,1] {1, 1}> () n = Neg (x) y = Where (c, x, n)", wide), ("where_false", "c = Constant <value = bool[2,1] {0, 0}> () n = Neg (x) y = Where (c, n, x)", wide),
            ("where_of_equals", "c = Constant <value = bool[2,1] {0, 1}> () y = Where (c, x, x)", wide), ("expand_to_ones", integers("s", 1, 1, 1) + " y = Expand (x, s)", wide[None, :1]),
            ("mul_1_after_add_0", "%s %s m = Add (x, z) y = Mul (m, c)" % (reals("z", [0, 0], [2, 1]), reals("c", [1])), wide), ("neg_neg", "m = Neg (x) y = Neg (m)", wide[0]),
            ("sub_from_0", reals("z", [0, 0], [2, 1]) + " m = Neg (x) y = Sub (z, m)", wide), ("sum_of_one", "y = Sum (x)", wide[0]), ("max_of_one", "y = Max (x)", wide[0]),
            ("mean_of_one", "y = Mean (x)", wide[0]), ("concat_of_one", "y = Concat <axis = 0> (x)", wide[0]), ("concat_with_nothing", "e = Constant <value = float[0] {}> () y = Concat <axis = 0> (e, x, e)", wide[0]),
            ("reduce_of_nothing", "e = Constant <value = int64[0] {}> () y = ReduceSum <noop_with_empty_axes = 1> (x, e)", wide[0]), ("reduce_of_all", "e = Constant <value = int64[0] {}> () y = ReduceSum (x, e)", np.array([5])),
            ("dropout", "y = Dropout (x)", wide[0]), ("tile_of_one", integers("s", 1) + " y = Tile (x, s)", wide[0]), ("pad_of_nothing", integers("s", 0, 0) + " y = Pad (x, s)", wide[0]),
            ("slice_of_all", integers("b", 0) + integers(" e", 2**63 - 1) + " y = Slice (x, b, e)", wide[0])):
        made.run(name, nodes, {"x": x}, {"y": of("f32", y)}, 13)


def add_numbers(made):
    """Chains of element-wise operations."""
    x = of("f32", [-7, -2, -0.5, 0.5, 2, 7])
    v = array(x).astype(float)

    def clip(low, high):
        return reals("low", [low], []) + " " + reals("high", [high], []) + " "

    for name, nodes, y in (
            ("clip_relu", clip(-1, 3) + "m = Clip (x, low, high) y = Relu (m)", [0, 0, 0, 0.5, 2, 3]), ("relu_clip", clip(-5, 2) + "m = Relu (x) y = Clip (m, low, high)", [0, 0, 0, 0.5, 2, 2]),
            ("clip_below_relu", clip(-5, -1) + "m = Clip (x, low, high) y = Relu (m)", [0] * 6), ("relu_clip_below", clip(-5, -1) + "m = Relu (x) y = Clip (m, low, high)", [-1] * 6),
            ("clip_clip_apart", clip(4, 6) + reals("a", [1], []) + reals(" b", [2], []) + " m = Clip (x, low, high) y = Clip (m, a, b)", [2] * 6),
            ("clip_clip_apart_below", clip(1, 2) + reals("a", [4], []) + reals(" b", [6], []) + " m = Clip (x, low, high) y = Clip (m, a, b)", [4] * 6),
            ("clip_clip_overlap", clip(-3, 1) + reals("a", [-1], []) + reals(" b", [6], []) + " m = Clip (x, low, high) y = Clip (m, a, b)", [-1, -1, -0.5, 0.5, 1, 1]),
            ("max_min", clip(-3, 1) + "m = Max (x, low) y = Min (m, high)", [-3, -2, -0.5, 0.5, 1, 1]), ("min_max_apart", clip(3, 1) + "m = Min (x, high) y = Max (m, low)", [3] * 6),
            ("max_min_apart", clip(3, 1) + "m = Max (x, low) y = Min (m, high)", [1] * 6), ("clip_without_min", reals("high", [1], []) + ' m = Clip (x, "", high) y = Clip (m, high)', [1] * 6),
            ("neg_relu", "m = Neg (x) y = Relu (m)", [7, 2, 0.5, 0, 0, 0]), ("abs_neg_relu", "m = Abs (x) n = Neg (m) y = Relu (n)", [0] * 6),
            ("leaky_relu_relu", "m = LeakyRelu <alpha = -1.0> (x) y = Relu (m)", [7, 2, 0.5, 0.5, 2, 7]), ("relu_leaky_relu", "m = Relu (x) y = LeakyRelu <alpha = 0.5> (m)", [0, 0, 0, 0.5, 2, 7]),
            ("floor_ceil", "m = Floor (x) y = Ceil (m)", [-7, -2, -1, 0, 2, 7]), ("abs_floor", "m = Abs (x) y = Floor (m)", [7, 2, 0, 0, 2, 7]), ("floor_abs", "m = Floor (x) y = Abs (m)", [7, 2, 1, 0, 2, 7]),
            ("pow_2", reals("p", [2], []) + " y = Pow (x, p)", v**2), ("pow_pow", reals("p", [2], []) + " m = Pow (x, p) h = Constant <value = float {0.5}> () y = Pow (m, h)", abs(v)), ("mul_sqrt", "m = Mul (x, x) y = Sqrt (m)", abs(v)),
            ("div_div", "m = Div (x, x) y = Div (m, x)", 1 / v), ("sub_sub", reals("p", [3], []) + " m = Sub (p, x) y = Sub (p, m)", v), ("sub_add_other_order", reals("p", [3], []) + " m = Sub (p, x) y = Add (m, p)", 6 - v), ("neg_add", reals("p", [3], []) + " m = Neg (x) y = Add (p, m)", 3 - v),
            ("mul_distributed", reals("p", [4], []) + " m = Mul (x, p) n = Mul (p, x) y = Sub (m, n)", [0] * 6)):
        made.run(name, nodes, {"x": x}, {"y": of("f32", y)}, 13)
    # Each result is rounded (NUM-1), and integers wrap (NUM-2).
    for name, type_, nodes, values, y, rule in (
            ("add_sub_of_large", "f32", reals("p", [1e8]) + " m = Add (x, p) y = Sub (m, p)", [1, 16], [0, 16], "NUM-1"), ("mul_mul_of_large", "f32", reals("p", [2.0**100]) + reals(" q", [2.0**-100]) + " m = Mul (x, p) y = Mul (m, q)", [2.0**100, 3], [INF, 3], "NUM-1"),
            ("reciprocal_reciprocal", "f32", "m = Reciprocal (x) y = Reciprocal (m)", [0.5, -4, 2.0**100], [0.5, -4, 2.0**100], "NUM-1"),
            ("add_add_of_halves", "f32", reals("p", [2.0**-24]) + " m = Add (x, p) y = Add (m, p)", [1, 3], [1, 3], "NUM-1"), ("div_mul_of_large", "f32", reals("p", [2.0**100]) + " m = Div (x, p) y = Mul (m, p)", [2.0**-60, 1], [0, 1], "NUM-1"),
            ("mul_div_wraps", "i32", "p = Constant <value = int32[1] {4}> () m = Mul (x, p) y = Div (m, p)", [2**30 + 1, 5], [1, 5], "NUM-2"), ("div_mul_of_integers", "i32", "p = Constant <value = int32[1] {4}> () m = Div (x, p) y = Mul (m, p)", [7, -7], [4, -4], "NUM-1"),
            ("div_div_of_integers", "i32", "p = Constant <value = int32[1] {65536}> () m = Div (x, p) y = Div (m, p)", [2**31 - 1, 7], [0, 0], "NUM-1")):
        joins = {"tier": "survey"} if type_ == "f32" else {}  # where a runtime could join the constants
        made.run(name, nodes, {"x": of(type_, values)}, {"y": of(type_, y)}, 13, rules=["ONNX-GRAPH-2", rule], **joins)
    # No result is rounded. The two constants together are infinite.
    for name, nodes, values, y in (
            ("mul_mul_to_infinity", reals("p", [2.0**100]) + " m = Mul (x, p) y = Mul (m, p)", [0, 2.0**-100], [0, 2.0**100]), ("add_add_to_infinity", reals("p", [3e38]) + " m = Add (x, p) y = Add (m, p)", [-3e38, -3e38], [3e38, 3e38]),
            ("div_div_to_infinity", reals("p", [2.0**100]) + " m = Div (x, p) y = Div (m, p)", [2.0**100, 0], [2.0**-100, 0]), ("mul_div_to_infinity", reals("p", [2.0**100]) + reals(" q", [2.0**-100]) + " m = Mul (x, p) y = Div (m, q)", [0, 2.0**-100], [0, 2.0**100])):
        made.run(name, nodes, {"x": of("f32", values)}, {"y": of("f32", y)}, 13)
    a, b = of("f32", [NAN, 1, 1, 2]), of("f32", [1, NAN, 2, 2])
    for name, nodes, y in (("not_less", "m = Less (a, b) y = Not (m)", [1, 1, 0, 1]), ("not_greater", "m = Greater (a, b) y = Not (m)", [1, 1, 1, 1]), ("not_equal", "m = Equal (a, b) y = Not (m)", [1, 1, 1, 0]),
                           ("not_less_or_equal", "m = LessOrEqual (a, b) y = Not (m)", [1, 1, 0, 0]), ("not_not", "m = Less (a, b) n = Not (m) y = Not (n)", [0, 0, 1, 0]), ("less_or_equal_parts", "m = Less (a, b) n = Equal (a, b) y = Or (m, n)", [0, 0, 1, 1]),
                           ("equal_to_itself", "m = Equal (a, a) n = Equal (b, b) y = And (m, n)", [0, 0, 1, 1]), ("where_not", "m = Less (a, b) n = Not (m) y = Where (n, m, n)", [0, 0, 0, 0])):
        made.run(name, nodes, {"a": a, "b": b}, {"y": of("boolean", y)}, 13)


def conv(x, w, pads=0):
    """Conv of stride 1 along rows, of [1, C, W] with [M, C, K]."""
    x = np.array([[0] * pads + row + [0] * pads for row in x[0].astype(int).tolist()])
    count = x.shape[1] - w.shape[2] + 1
    return np.array([[[int(sum(w[m, c, k] * x[c, at + k] for c in range(len(x)) for k in range(w.shape[2]))) for at in range(count)] for m in range(len(w))]])


def add_layers(made):
    """Sums and products around Conv, MatMul and pools, which runtimes move into weights, biases and pads."""
    x, weights = of("f32", [[[1, -2, 3, -4], [5, 6, -7, 8]]]), [[[1, 2], [-1, 1]], [[3, 0], [2, -2]], [[-1, 1], [0, 4]]]
    w, v = np.array(weights), array(x)
    kernel = reals("w", np.array(weights).reshape(-1).tolist(), [3, 2, 2]) + " "
    plain, padded = conv(v, w), conv(v, w, 1)  # [1, 3, 3] and [1, 3, 5]
    steps = np.array([10, 20, 40])
    channels, last = steps[None, :, None], steps[None, None]
    by_channel, by_place = reals("c", [10, 20, 40], [1, 3, 1]), reals("c", [10, 20, 40])
    two = np.array([10, 20])
    for name, nodes, y in (
            ("conv_add_by_channel", by_channel + " m = Conv (x, w) y = Add (m, c)", plain + channels), ("conv_add_by_place", by_place + " m = Conv (x, w) y = Add (m, c)", plain + last),
            ("conv_mul_by_channel", by_channel + " m = Conv (x, w) y = Mul (m, c)", plain * channels), ("conv_mul_by_place", by_place + " m = Conv (x, w) y = Mul (c, m)", plain * last),
            ("conv_sub_from", by_channel + " m = Conv (x, w) y = Sub (c, m)", channels - plain), ("conv_bias_add", by_channel + " " + reals("b", [1, 2, 3]) + " m = Conv (x, w, b) y = Add (c, m)", plain + channels + np.array([1, 2, 3])[None, :, None]),
            ("conv_bias_mul", by_channel + " " + reals("b", [1, 2, 3]) + " m = Conv (x, w, b) y = Mul (m, c)", (plain + np.array([1, 2, 3])[None, :, None]) * channels),
            ("conv_add_of_more_images", reals("c", [10, 20], [2, 1, 1]) + " m = Conv (x, w) y = Add (m, c)", plain + two[:, None, None]), ("conv_add_of_higher_rank", reals("c", [10, 20], [2, 1, 1, 1]) + " m = Conv (x, w) y = Add (m, c)", plain + two[:, None, None, None]),
            ("conv_used_twice", by_channel + " m = Conv (x, w) n = Add (m, c) y = Add (n, m)", 2 * plain + channels), ("conv_relu_add", by_channel + " m = Conv (x, w) n = Relu (m) y = Add (n, c)", np.maximum(plain, 0) + channels),
            ("conv_add_relu", by_channel + " m = Conv (x, w) n = Add (m, c) y = Relu (n)", np.maximum(plain + channels, 0)), ("add_conv", reals("c", [10, 20], [1, 2, 1]) + " m = Add (x, c) y = Conv (m, w)", conv(v + two[None, :, None], w)),
            ("add_conv_with_pads", reals("c", [10, 20], [1, 2, 1]) + " m = Add (x, c) y = Conv <pads = [1, 1]> (m, w)", conv(v + two[None, :, None], w, 1)), ("mul_conv_with_pads", reals("c", [10, 20], [1, 2, 1]) + " m = Mul (x, c) y = Conv <pads = [1, 1]> (m, w)", conv(v * two[None, :, None], w, 1)),
            ("pad_conv", integers("p", 0, 0, 1, 0, 0, 1) + " m = Pad (x, p) y = Conv (m, w)", padded), ("pad_conv_with_pads", integers("p", 0, 0, 1, 0, 0, 1) + " m = Pad (x, p) y = Conv <pads = [1, 1]> (m, w)", conv(v, w, 2)),
            ("pad_of_5_conv", integers("p", 0, 0, 1, 0, 0, 1) + " f = Constant <value = float {5}> () m = Pad (x, p, f) y = Conv (m, w)", conv(np.array([[[5, *row, 5] for row in v[0]]]), w)),
            ("pad_by_edges_conv", integers("p", 0, 0, 1, 0, 0, 1) + ' m = Pad <mode = "edge"> (x, p) y = Conv (m, w)', conv(np.array([[[row[0], *row, row[-1]] for row in v[0]]]), w)),
            ("pad_of_images_conv", integers("p", 1, 0, 0, 0, 0, 0) + " m = Pad (x, p) y = Conv (m, w)", np.array([0 * plain[0], plain[0]])), ("cut_conv_with_pads", integers("p", 0, 0, -1, 0, 0, 0) + " m = Pad (x, p) y = Conv <pads = [1, 1]> (m, w)", conv(v[:, :, 1:], w, 1)),
            ("conv_pad", integers("p", 0, 0, 1, 0, 0, 1) + " m = Conv (x, w) y = Pad (m, p)", np.pad(plain, ((0, 0), (0, 0), (1, 1)))),
            ("conv_batch_normalization", "%s %s %s %s m = Conv (x, w) y = BatchNormalization <epsilon = 0.0> (m, s, b, n, d)" % (reals("s", [2, 1, -1]), reals("b", [1, 2, 3]), reals("n", [4, 5, 6]), reals("d", [1, 4, 1])),
             (plain - np.array([4, 5, 6])[None, :, None]) * np.array([2, 0.5, -1])[None, :, None] + np.array([1, 2, 3])[None, :, None]),
            ("batch_normalization_conv_with_pads", "%s %s %s %s m = BatchNormalization <epsilon = 0.0> (x, s, b, n, d) y = Conv <pads = [1, 1]> (m, w)" % (reals("s", [2, 1]), reals("b", [1, 2]), reals("n", [4, 5]), reals("d", [1, 1])),
             conv((v - np.array([4, 5])[None, :, None]) * np.array([2, 1])[None, :, None] + np.array([1, 2])[None, :, None], w, 1))):
        made.run(name, kernel + nodes, {"x": x}, {"y": of("f32", y)}, 13)
    made.run("conv_div_into", reals("w", [1, 1], [1, 1, 2]) + " " + reals("c", [8], [1, 1, 1]) + " m = Conv (x, w) y = Div (c, m)",
             {"x": of("f32", [[[1, 1, 1, 3]]])}, {"y": of("f32", [[[4, 4, 2]]])}, 13)
    for name, nodes, y in (
            ("pad_max_pool", integers("p", 0, 0, 1, 0, 0, 1) + " m = Pad (n, p) y = MaxPool <kernel_shape = [2]> (m)", [[[0, -1, -2, -3, 0], [0, -5, -6, -7, 0]]]),
            ("pad_max_pool_with_pads", integers("p", 0, 0, 1, 0, 0, 0) + " m = Pad (n, p) y = MaxPool <kernel_shape = [3], strides = [2], pads = [1, 1]> (m)", [[[0, -1, -3], [0, -5, -7]]]),
            ("pad_average_pool", integers("p", 0, 0, 1, 0, 0, 1) + " m = Pad (n, p) y = AveragePool <kernel_shape = [2]> (m)", [[[-0.5, -1.5, -2.5, -3.5, -2], [-2.5, -5.5, -6.5, -7.5, -4]]]),
            ("pad_average_pool_with_pads", integers("p", 0, 0, 1, 0, 0, 1) + " m = Pad (n, p) y = AveragePool <kernel_shape = [2], strides = [2], pads = [1, 1]> (m)", [[[0, -1.5, -3.5, 0], [0, -5.5, -7.5, 0]]]),
            ("average_pool_mul", reals("c", [2], []) + " m = AveragePool <kernel_shape = [2], pads = [1, 1]> (n) y = Mul (m, c)", [[[-2, -3, -5, -7, -8], [-10, -11, -13, -15, -16]]]),
            ("max_pool_max_pool", "m = MaxPool <kernel_shape = [2]> (n) y = MaxPool <kernel_shape = [2], strides = [2]> (m)", [[[-1], [-5]]]),
            ("max_pool_neg", "m = MaxPool <kernel_shape = [2]> (n) y = Neg (m)", [[[1, 2, 3], [5, 6, 7]]]), ("relu_max_pool_with_pads", "m = Neg (n) r = Relu (m) y = MaxPool <kernel_shape = [2], pads = [1, 0]> (r)", [[[1, 2, 3, 4], [5, 6, 7, 8]]]),
            ("global_average_pool_squeeze", integers("s", 2) + " m = GlobalAveragePool (n) y = Squeeze (m, s)", [[-2.5, -6.5]]), ("mean_of_last_axis_mul", reals("c", [4], []) + " m = ReduceMean <axes = [-1], keepdims = 0> (n) y = Mul (m, c)", [[-10, -26]])):
        made.run(name, nodes, {"n": of("f32", [[[-1, -2, -3, -4], [-5, -6, -7, -8]]])}, {"y": of("f32", y)}, 13)
    a, b, batch = shuffled("f32", [3, 2], -3), shuffled("f32", [2, 3], 1), shuffled("f32", [2, 3, 2], -5)
    ab, batches = product(array(a), array(b), 0), product(array(batch), array(b), 0)
    vector, column = reals("c", [10, 20, 40]), reals("c", [10, 20, 40], [3, 1])
    constant = reals("b", array(b).reshape(-1).tolist(), [2, 3]) + " "
    for name, of_, nodes, y in (
            ("mat_mul_add_vector", a, vector + " m = MatMul (a, b) y = Add (m, c)", ab + steps), ("mat_mul_add_column", a, column + " m = MatMul (a, b) y = Add (m, c)", ab + steps[:, None]), ("mat_mul_add_first", a, column + " m = MatMul (a, b) y = Add (c, m)", ab + steps[:, None]),
            ("mat_mul_sub", a, vector + " m = MatMul (a, b) y = Sub (c, m)", steps - ab), ("mat_mul_add_of_higher_rank", a, reals("c", [10, 20], [2, 1, 1]) + " m = MatMul (a, b) y = Add (m, c)", ab + two[:, None, None]),
            ("mat_mul_of_batch_add_vector", batch, vector + " m = MatMul (a, b) y = Add (m, c)", batches + steps), ("mat_mul_of_batch_add_column", batch, column + " m = MatMul (a, b) y = Add (m, c)", batches + steps[:, None]),
            ("mat_mul_mul_vector", a, vector + " m = MatMul (a, b) y = Mul (m, c)", ab * steps), ("mat_mul_mul_column", a, column + " m = MatMul (a, b) y = Mul (m, c)", ab * steps[:, None]), ("mul_column_mat_mul", a, column + " m = Mul (a, c) y = MatMul (m, b)", ab * steps[:, None]),
            ("mul_row_mat_mul", a, reals("c", [10, 20]) + " m = Mul (a, c) y = MatMul (m, b)", product(array(a) * two, array(b), 0)), ("mat_mul_with_itself", a, "m = MatMul (a, b) y = MatMul (m, m)", product(ab, ab, 0)),
            ("mat_mul_mat_mul", a, reals("d", [1, 0, 2, 0, 1, 0], [3, 2]) + " m = MatMul (a, b) y = MatMul (m, d)", product(ab, np.array([[1, 0], [2, 0], [1, 0]]), 0)), ("gemm_add_column", a, column + " m = Gemm <alpha = 2.0> (a, b) y = Add (m, c)", 2 * ab + steps[:, None]),
            ("gemm_c_add", a, vector + " m = Gemm <beta = 2.0> (a, b, c) y = Add (m, c)", ab + 3 * steps), ("gemm_mul", a, vector + " m = Gemm <beta = 2.0> (a, b, c) y = Mul (m, c)", (ab + 2 * steps) * steps), ("gemm_relu_gemm", a, "m = Gemm (a, b) r = Relu (m) y = Gemm <transA = 1> (r, a)", product(np.maximum(ab, 0).T, array(a), 0)),
            ("mat_mul_add_mat_mul", a, vector + " m = MatMul (a, b) n = Add (m, c) y = MatMul (n, a)", product(ab + steps, array(a), 0)), ("mat_mul_transpose", a, "m = MatMul (a, b) y = Transpose (m)", ab.T), ("mat_mul_reshape_add", a, vector + integers(" s", 1, 3, 3) + " m = MatMul (a, b) n = Reshape (m, s) y = Add (n, c)", (ab + steps)[None]),
            ("mat_mul_used_twice", a, vector + " m = MatMul (a, b) n = Add (m, c) y = Mul (n, m)", (ab + steps) * ab)):
        made.run(name, constant + nodes, {"a": of_}, {"y": of("f32", y)}, 13)


def add_reductions(made):
    x = shuffled("f32", [2, 3, 4], -9)
    v = array(x).astype(int)
    for name, nodes, y in (
            ("sum_sum", integers("p", 0) + integers(" q", 0) + " m = ReduceSum <keepdims = 0> (x, p) y = ReduceSum <keepdims = 0> (m, q)", v.sum(0).sum(0)), ("sum_sum_kept", integers("p", 0) + integers(" q", 2) + " m = ReduceSum (x, p) y = ReduceSum <keepdims = 0> (m, q)", v.sum(0)[None].sum(2)),
            ("sum_squeeze", integers("p", 1) + " m = ReduceSum (x, p) y = Squeeze (m, p)", v.sum(1)), ("sum_squeeze_of_all", integers("p", 0, 1) + " m = ReduceSum (x, p) y = Squeeze (m)", v.sum((0, 1))), ("sum_unsqueeze_elsewhere", integers("p", 0) + integers(" q", -1) + " m = ReduceSum <keepdims = 0> (x, p) y = Unsqueeze (m, q)", v.sum(0)[:, :, None]),
            ("transpose_sum", integers("p", 0) + " m = Transpose <perm = [2, 0, 1]> (x) y = ReduceSum <keepdims = 0> (m, p)", v.sum(2)), ("transpose_sum_kept", integers("p", 1) + " m = Transpose <perm = [2, 0, 1]> (x) y = ReduceSum (m, p)", v.transpose(2, 0, 1).sum(1)[:, None]),
            ("sum_transpose", integers("p", 0) + " m = ReduceSum (x, p) y = Transpose <perm = [2, 0, 1]> (m)", v.sum(0)[None].transpose(2, 0, 1)), ("max_min", "m = ReduceMax <axes = [0], keepdims = 0> (x) y = ReduceMin <axes = [0], keepdims = 0> (m)", v.max(0).min(0)),
            ("neg_max", "m = Neg (x) n = ReduceMax <axes = [1], keepdims = 0> (m) y = Neg (n)", v.min(1)), ("unsqueeze_sum", integers("p", 0) + " m = Unsqueeze (x, p) y = ReduceSum <keepdims = 0> (m, p)", v), ("reshape_sum", integers("s", 6, 4) + integers(" p", 0) + " m = Reshape (x, s) y = ReduceSum <keepdims = 0> (m, p)", v.sum((0, 1))),
            ("square_sum", integers("p", 2) + " m = Mul (x, x) y = ReduceSum <keepdims = 0> (m, p)", (v * v).sum(2)), ("sum_square", integers("p", 2) + " m = ReduceSum <keepdims = 0> (x, p) y = Mul (m, m)", v.sum(2)**2), ("abs_sum", integers("p", 2) + " m = Abs (x) y = ReduceSum <keepdims = 0> (m, p)", abs(v).sum(2)),
            ("sum_abs", integers("p", 2) + " m = ReduceSum <keepdims = 0> (x, p) y = Abs (m)", abs(v.sum(2)))):
        made.run("reduce_" + name, nodes, {"x": x}, {"y": of("f32", y)}, 13)
    for name, nodes, y in (
            ("arg_max_of_neg", "m = Neg (x) y = ArgMax <axis = 2, keepdims = 0> (m)", [[row.tolist().index(min(row)) for row in part] for part in v]), ("shape_of_transpose", "m = Transpose <perm = [2, 0, 1]> (x) y = Shape (m)", [4, 2, 3]),
            ("shape_of_reduced", integers("p", 1) + " m = ReduceSum (x, p) y = Shape (m)", [2, 1, 4]), ("shape_of_shape", "m = Shape (x) y = Shape (m)", [3]), ("size_of_slice", integers("b", 1) + integers(" e", 9) + integers(" a", 0) + " m = Slice (x, b, e, a) y = Size (m)", 12),
            ("shape_gather_from_the_end", integers("i", -1, 0) + " m = Shape (x) y = Gather (m, i)", [4, 2]), ("shape_slice_concat", integers("b", 1) + integers(" e", 3) + " m = Shape (x) n = Slice (m, b, e) y = Concat <axis = 0> (n, m)", [3, 4, 2, 3, 4]),
            ("shape_cast_mul", "m = Shape (x) n = Cast <to = 6> (m) o = Mul (n, n) y = Cast <to = 7> (o)", [4, 9, 16]), ("shape_reduced", "m = Shape (x) y = ReduceProd <keepdims = 0> (m)", 24)):
        made.run(name, nodes + " z = Abs (x)", {"x": x}, {"y": of("i64", y), "z": of("f32", abs(v))}, 13)


def add_cases(corpus):
    for path, add, title in (("casts", add_casts, "Two Casts, the first of which changes values."), ("moves", add_moves, "Two nodes that move elements."), ("neutral", add_neutral, "Nodes that change no number, but sometimes the shape."),
                             ("numbers", add_numbers, "Two element-wise nodes."), ("layers", add_layers, "Sums, products and pads around Conv, MatMul and pools."), ("reductions", add_reductions, "Reductions and shapes, and what is around them.")):
        made = Nodes()
        add(made)
        made.add_to(corpus, "chains/" + path, oracle=ORACLE, kind="combined", title=title, rules=["ONNX-GRAPH-2"], notes="Runtimes replace such chains by one node. That is right only for some values and shapes.")
