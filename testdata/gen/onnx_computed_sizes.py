"""Operators of the shape of an input, which engines compute before they run a model, also if sizes have names.

The oracle is NumPy. Every value is an integer or a half of one, so nothing is rounded.
"""

import numpy as np

from onnx_case import declared
from onnx_nodes import Nodes, array, integer, integers, of, real, shuffled

SIZES = np.array([5, 3])


def arithmetic():
    s, far = SIZES, 10**10
    yield "div", integers("k", 2) + " y = Div (s, k)", s // 2
    yield "div_by_negative", integers("k", -2) + " y = Div (s, k)", [-2, -1]
    yield "negative_div", integers("k", 6) + " d = Sub (s, k) " + integers("h", 2) + " y = Div (d, h)", [0, -1]
    yield "mul_div", integers("k", 3) + " m = Mul (s, k) " + integers("h", 2) + " y = Div (m, h)", s * 3 // 2
    yield "div_mul", integers("k", 2) + " d = Div (s, k) y = Mul (d, k)", s // 2 * 2
    yield "div_div", integers("k", 2) + " d = Div (s, k) y = Div (d, k)", s // 2 // 2
    yield "div_by_sizes", integers("k", 17, -17) + " y = Div (k, s)", [3, -5]
    yield "mul_large", integers("k", far) + " y = Mul (s, k)", s * far
    yield "add_large", integers("k", 2**62) + " y = Add (s, k)", s + 2**62
    yield "sub_from", integers("k", 1) + " y = Sub (k, s)", 1 - s
    yield "neg", "y = Neg (s)", -s
    yield "abs", integers("k", 4) + " d = Sub (s, k) y = Abs (d)", abs(s - 4)
    yield "sign", integers("k", 1, 7) + " d = Sub (s, k) y = Sign (d)", [1, -1]
    yield "mod", integers("k", 8) + " d = Sub (s, k) " + integers("h", 4) + " y = Mod (d, h)", (s - 8) % 4
    yield "fmod", integers("k", 8) + " d = Sub (s, k) " + integers("h", 4) + " y = Mod <fmod = 1> (d, h)", np.fmod(s - 8, 4)
    yield "pow", integers("k", 2) + " y = Pow (s, k)", s**2
    yield "max", integers("k", 4) + " y = Max (s, k)", np.maximum(s, 4)
    yield "max_of_difference", integers("k", 4) + " d = Sub (s, k) " + integers("z", 0) + " y = Max (d, z)", np.maximum(s - 4, 0)
    yield "min", integers("k", 4) + " y = Min (s, k)", np.minimum(s, 4)
    yield "clip", integer("l", 4) + " y = Clip (s, l)", np.maximum(s, 4)
    yield "cum_sum", integer("a", 0) + " y = CumSum <reverse = 1> (s, a)", [8, 3]
    for name, result in (("Sum", 8), ("Prod", 15), ("Max", 5), ("Min", 3), ("SumSquare", 34)):
        yield "reduce_" + name.lower(), "y = Reduce%s <keepdims = 0> (s)" % name, result
    yield "reduce_l1", integers("k", 4) + " d = Sub (s, k) y = ReduceL1 <keepdims = 0> (d)", 2


def reals():
    s = SIZES.astype(float)
    cast = "r = Cast <to = 1> (s) "
    yield "quotient", cast + real("k", 2) + " y = Div (r, k)", of("f32", s / 2)
    yield "floor", cast + real("k", 2) + " q = Div (r, k) f = Floor (q) y = Cast <to = 7> (f)", np.floor(s / 2)
    yield "ceil", cast + real("k", 2) + " q = Div (r, k) f = Ceil (q) y = Cast <to = 7> (f)", np.ceil(s / 2)
    yield "round", cast + real("k", 2) + " q = Div (r, k) f = Round (q) y = Cast <to = 7> (f)", [2, 2]
    yield "half_and_back", cast + real("k", 0.5) + " h = Mul (r, k) " + real("w", 4) + " d = Mul (h, w) y = Cast <to = 7> (d)", s * 2
    yield "truncated", cast + real("k", -0.5) + " h = Mul (r, k) y = Cast <to = 7> (h)", [-2, -1]
    yield "root_of_square", cast + "q = Mul (r, r) y = Sqrt (q)", of("f32", s)
    yield "u8", integers("k", 254) + " m = Add (s, k) y = Cast <to = 2> (m)", of("u8", [3, 1])


def choices():
    s = SIZES
    for name, far in (("not_one", 2), ("negative", 6), ("zero", 3), ("one", 4)):
        chosen = np.where(s - far != 0, [7, 7], [8, 9])
        yield "where_" + name, integers("k", far) + " d = Sub (s, k) c = Cast <to = 9> (d) " + integers("a", 7, 7) + " " + integers("b", 8, 9) + " y = Where (c, a, b)", chosen
    yield "where_of_scalars", integer("i", 0) + " f = Gather (s, i) c = Cast <to = 9> (f) " + integer("a", 7) + " " + integer("b", 8) + " y = Where (c, a, b)", 7
    yield "equal", integers("k", 5) + " y = Equal (s, k)", of("boolean", s == 5)
    yield "not_equal", integers("k", 5) + " e = Equal (s, k) y = Not (e)", of("boolean", s != 5)
    yield "less", integers("k", 5) + " y = Less (s, k)", of("boolean", s < 5)
    yield "where_equal", integers("k", 5) + " e = Equal (s, k) o = Neg (s) y = Where (e, o, s)", [-5, 3]


def moves():
    s = SIZES
    yield "gather_last", integer("i", -1) + " y = Gather (s, i)", 3
    yield "gather_both", integers("i", -1, 0) + " y = Gather (s, i)", s[::-1]
    yield "gather_one", integers("i", 1) + " y = Gather (s, i)", [3]
    yield "slice_backward", integers("b", -1) + " " + integers("e", -9) + " " + integers("a", 0) + " " + integers("t", -1) + " y = Slice (s, b, e, a, t)", s[::-1]
    yield "slice_last", integers("b", -1) + " " + integers("e", 9) + " y = Slice (s, b, e)", [3]
    yield "slice_nothing", integers("b", 1) + " " + integers("e", 1) + " y = Slice (s, b, e)", np.zeros(0)
    yield "concat", integers("k", -1) + " y = Concat <axis = 0> (s, k, s)", [5, 3, -1, 5, 3]
    yield "column", integers("q", -1, 1) + " y = Reshape (s, q)", [[5], [3]]
    yield "tile", integers("q", 2) + " y = Tile (s, q)", [5, 3, 5, 3]
    yield "expand", integers("q", 2, 1) + " y = Expand (s, q)", [[5, 3], [5, 3]]
    yield "range", integer("i", 0) + " f = Gather (s, i) " + integer("t", -2) + " " + integer("z", 0) + " y = Range (f, z, t)", [5, 3, 1]
    yield "size", "y = Size (x)", 15
    yield "arg_min", "y = ArgMin <keepdims = 0> (s)", 1
    yield "top_k", integers("k", 1) + ' v, y = TopK <largest = 0> (s, k)', [1]
    yield "constant_of_shape", "y = ConstantOfShape <value = int64[1] {7}> (s)", np.full([5, 3], 7)
    yield "expand_to_sizes", integers("k", 7) + " y = Expand (k, s)", np.full([5, 3], 7)
    yield "scatter", integers("i", 1) + " " + integers("u", 9) + " y = ScatterElements (s, i, u)", [5, 9]
    yield "split", "y, z = Split <num_outputs = 2> (s)", [5]


def add_cases(corpus):
    x = shuffled("f32", SIZES.tolist(), 1)
    for group in (arithmetic, reals, choices, moves):
        made = Nodes()
        for name, nodes, y in group():
            y = y if hasattr(y, "compare") else of("i64", y)
            for kind, sizes in (("numbers", ["5", "3"]), ("names", ["n", "m"])):
                made.run("%s__%s" % (name, kind), "s = Shape (x) %s n = Neg (x)" % nodes, {"x": x}, {"y": y, "n": of("f32", -array(x))}, 18)
                made.runs[-1]["at"][2] = declared("x", x, sizes)
        made.add_to(corpus, "computed_sizes/" + group.__name__, title="Operators of the shape of an input: %s." % group.__name__,
                    oracle="generator: gen/onnx_computed_sizes.py", kind="combined", notes="The sizes of the input are numbers, or have names.")
