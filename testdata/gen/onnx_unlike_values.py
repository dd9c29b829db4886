"""ONNX's operators on values that a narrower type, another order or another default would change."""

import math
from fractions import Fraction

import numpy as np

from onnx_casts import nearest_of
from onnx_nodes import Nodes, array, of, shuffled
from rounded import INF, NAN
from single import wrapped

ORACLE = "generator: gen/onnx_unlike_values.py"
# Neighbours that no narrower type tells apart, and numbers beyond the signed type.
WIDE = {"f32": [2048, 2049, -2048, -2049], "f64": [2.0**24, 2.0**24 + 1, -2.0**24, -2.0**24 - 1], "i32": [2**24, 2**24 + 1, -2**24, -2**24 - 1], "i64": [2**53, 2**53 + 1, -2**53, -2**53 - 1], "u8": [200, 201, 5, 4], "u64": [2**63, 2**63 + 1, 5, 4]}


def add_orders(corpus):
    """TopK, ArgMax, ArgMin, ReduceMax, ReduceMin, comparisons of wide numbers."""
    made = Nodes()
    for type_, values in WIDE.items():
        x = of(type_, values)
        v = array(x).tolist()
        for largest in (1, 0):
            order = sorted(range(4), key=lambda k: -v[k] if largest else v[k])[:3]
            made.run("top_k_%s_%s" % (("smallest", "largest")[largest], type_), "y, i = TopK <largest = %d> (x, k)" % largest, {"x": x, "k": of("i64", [3])}, {"y": of(type_, [v[k] for k in order]), "i": of("i64", order)}, 24 if type_[0] == "u" else 11)
        for name, best in (("Max", max), ("Min", min)):
            made.run("arg_%s_%s" % (name.lower(), type_), "y = Arg%s (x)" % name, {"x": x}, {"y": of("i64", [v.index(best(v))])}, 13)
            made.run("reduce_%s_%s" % (name.lower(), type_), "y = Reduce%s (x)" % name, {"x": x}, {"y": of(type_, [best(v)])}, 13)
        left, right = v, v[1:] + v[:1]
        for name, function in (("Less", lambda a, b: a < b), ("Greater", lambda a, b: a > b), ("Equal", lambda a, b: a == b), ("GreaterOrEqual", lambda a, b: a >= b), ("LessOrEqual", lambda a, b: a <= b)):
            p, q = left + v[:2], right + v[:2]
            made.run("%s_%s" % (name.lower(), type_), "y = %s (a, b)" % name, {"a": of(type_, p), "b": of(type_, q)}, {"y": of("boolean", [function(a, b) for a, b in zip(p, q)])}, 16)
        for name, function in (("Max", max), ("Min", min)):
            made.run("%s_%s" % (name.lower(), type_), "y = %s (a, b)" % name, {"a": of(type_, left), "b": of(type_, right)}, {"y": of(type_, [function(a, b) for a, b in zip(left, right)])}, 13)
        made.run("unique_" + type_, "y = Unique (x)", {"x": x}, {"y": of(type_, sorted(v))}, 11)
    made.run("equal_boolean", "y = Equal (a, b)", {"a": of("boolean", [True, True, False, False]), "b": of("boolean", [True, False, True, False])}, {"y": of("boolean", [True, False, False, True])}, 13)
    p, q = [1, 1, 0.0, INF, -INF, NAN, NAN, 3], [1 + 2**-23, 1, -0.0, INF, INF, NAN, 3, NAN]
    for name, function in (("Less", lambda a, b: a < b), ("Greater", lambda a, b: a > b), ("Equal", lambda a, b: a == b)):
        made.run(name.lower() + "_special", "y = %s (a, b)" % name, {"a": of("f32", p), "b": of("f32", q)}, {"y": of("boolean", [function(a, b) for a, b in zip(p, q)])}, 13)
    made.run("top_k_ties", "y, i = TopK <axis = 0, largest = 0> (x, k)", {"x": of("f32", [[3, 1], [3, 2], [5, 1], [3, 1]]), "k": of("i64", [3])}, {"y": of("f32", [[3, 1], [3, 1], [3, 1]]), "i": of("i64", [[0, 0], [1, 2], [3, 3]])}, 11)
    # By the text, K is positive.
    made.run("top_k_none", "y, i = TopK (x, k)", {"x": shuffled("f32", [2, 3]), "k": of("i64", [0])}, {"y": of("f32", np.zeros((2, 0))), "i": of("i64", np.zeros((2, 0)))}, 11, tier="survey")
    made.run("global_max_pool_negative", "y = GlobalMaxPool (x)", {"x": of("f32", [[[-3, -5], [-7, -4]]])}, {"y": of("f32", [[[-3], [-4]]])}, 1)
    made.run("global_max_pool_infinite", "y = GlobalMaxPool (x)", {"x": of("f32", [[[-INF, -INF], [-INF, -4]]])}, {"y": of("f32", [[[-INF], [-4]]])}, 13)
    for name, values in (("infinite", [INF, INF]), ("large", [1e300, 2e300])):
        made.run("reduce_min_" + name, "y = ReduceMin (x)", {"x": of("f64", values)}, {"y": of("f64", values[:1])}, 13)
        made.run("reduce_max_" + name, "y = ReduceMax (x)", {"x": of("f64", [-v for v in values])}, {"y": of("f64", [-values[0]])}, 13)
    for opset, axis in ((13, -1), (11, 1)):
        made.run("hardmax_ties_version_%d" % opset, "y = Hardmax <axis = %d> (x)" % axis, {"x": of("f32", [[2, 5, 5, 1], [4, 4, 4, 4], [-3, -7, -3, -9]])}, {"y": of("f32", [[0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]])}, opset)
    made.add_to(corpus, "orders_of_wide_numbers", oracle=ORACLE, kind="boundary", title="TopK, ArgMax, reductions and comparisons of numbers that narrower types do not tell apart.",
                notes="If elements are equal, TopK takes the one with the lower position first, and Hardmax marks only the first.")


def add_wide(corpus):
    """Arithmetic of integers and f64 that a narrower type rounds."""
    made = Nodes()

    def two(name, node, type_, function, a, b, opset=14):
        made.run("%s_%s" % (name, type_), "y = %s (a, b)" % node, {"a": of(type_, a), "b": of(type_, b)}, {"y": of(type_, np.array([function(p, q) for p, q in zip(a, b)], object))}, opset)

    for type_, a, b in (("i32", [2**24 + 1, -2**24 - 3, 40000, 7], [2**24 + 2, 5, -30000, -9]), ("i64", [2**53 + 1, -2**53 - 3, 3 * 2**31, 7], [2**53 + 2, 5, -2**29 - 1, -9]),
                        ("u32", [2**31 + 1, 2**24 + 3, 60000, 9], [2**24 + 1, 5, 70000, 7]), ("u64", [2**63 + 1, 2**53 + 3, 2**32 + 1, 9], [2**53 + 1, 5, 2**31 - 1, 7]),
                        ("u8", [200, 100, 15, 9], [50, 99, 16, 7])):
        fits = lambda f: [(p, q) for p, q in zip(a, b) if wrapped(type_, f(p, q)) == f(p, q)]
        for name, node, f in (("add", "Add", lambda p, q: p + q), ("sub", "Sub", lambda p, q: p - q), ("mul", "Mul", lambda p, q: p * q)):
            pairs = fits(f)
            two(name, node, type_, f, [p for p, _ in pairs], [q for _, q in pairs])
        pairs = list(zip(a, b))
        truncated = lambda p, q: abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1)
        two("div", "Div", type_, truncated, a, b)
        two("mod", "Mod", type_, lambda p, q: p % q, a, b)
        if type_ in ("i32", "i64"):
            two("pow", "Pow", type_, lambda p, q: p**q, [3, -3, 7, 2, -1], [{"i32": 19, "i64": 39}[type_], {"i32": 19, "i64": 39}[type_], {"i32": 11, "i64": 22}[type_], {"i32": 30, "i64": 62}[type_], 3])
    for name, f, a, b in (("Add", lambda p, q: p + q, [2.0**24 + 1, 1e300], [2.0**-20, 1e299]), ("Sub", lambda p, q: p - q, [2.0**24 + 1, -1e300], [2.0**-20, 1e299]), ("Mul", lambda p, q: p * q, [2.0**24 + 1, 1e200], [3, 1e100]),
                          ("Div", lambda p, q: p / q, [2.0**24 + 1, 1e200], [4, 1e-100])):
        made.run(name.lower() + "_f64", "y = %s (a, b)" % name, {"a": of("f64", a), "b": of("f64", b)}, {"y": of("f64", [nearest_of("f64", f(Fraction(p), Fraction(q))) for p, q in zip(a, b)])}, 14)
    for type_, values in (("i32", [2**24 + 1, 2, -4]), ("i64", [2**53 + 1, 2, -4]), ("u32", [2**31 + 1, 2**24 + 1, 1]), ("u64", [2**63 + 1, 2**53 + 2, 1])):
        x = of(type_, [values])
        for name, y in (("Sum", sum(values)), ("L1", sum(map(abs, values))), ("Max", max(values)), ("Min", min(values))):
            made.run("reduce_%s_%s" % (name.lower(), type_), "y = Reduce%s (x)" % name, {"x": x}, {"y": of(type_, np.array([[y]], object))}, 13)
        base = {"i32": 2**12 + 1, "i64": 2**27 + 1, "u32": 2**13 + 1, "u64": 2**28 + 1}[type_]
        made.run("reduce_sum_square_" + type_, "y = ReduceSumSquare (x)", {"x": of(type_, [base, 2, 3])}, {"y": of(type_, [base**2 + 13])}, 13)
        made.run("reduce_prod_" + type_, "y = ReduceProd (x)", {"x": of(type_, [base, base - 2, 3])}, {"y": of(type_, [base * (base - 2) * 3])}, 13)
        if type_[0] == "i":
            made.run("cum_sum_" + type_, "y = CumSum (x, axis)", {"x": of(type_, values), "axis": of("i32", 0)}, {"y": of(type_, np.cumsum(np.array(values, object)))}, 14)
            made.run("abs_" + type_, "y = Abs (x)", {"x": of(type_, values)}, {"y": of(type_, [abs(v) for v in values])}, 13)
            made.run("neg_" + type_, "y = Neg (x)", {"x": of(type_, values)}, {"y": of(type_, [-v for v in values])}, 13)
            made.run("range_" + type_, "y = Range (a, b, s)", {"a": of(type_, values[0]), "b": of(type_, values[0] + 4), "s": of(type_, 2)}, {"y": of(type_, [values[0], values[0] + 2])}, 11)
    made.run("range_f64", "y = Range (a, b, s)", {"a": of("f64", 2.0**24 + 1), "b": of("f64", 2.0**24 + 4), "s": of("f64", 1)}, {"y": of("f64", [2.0**24 + 1, 2.0**24 + 2, 2.0**24 + 3])}, 11)
    made.run("range_downward", "y = Range (a, b, s)", {"a": of("i64", 5), "b": of("i64", -4), "s": of("i64", -3)}, {"y": of("i64", [5, 2, -1])}, 11)
    made.run("range_nothing", "y = Range (a, b, s)", {"a": of("i64", 5), "b": of("i64", 9), "s": of("i64", -3)}, {"y": of("i64", [])}, 11)
    for type_ in ("f32", "f64"):
        large = [float(np.float32(3e9)) if type_ == "f32" else 3e9 + 1.25, -2.0**40 if type_ == "f32" else -2.0**40 - 1.75, 2.5, -1.5 - 2.0**-20, 1.5 - 2.0**-20]
        for name, f in (("Round", round), ("Floor", math.floor), ("Ceil", math.ceil)):
            made.run("%s_%s" % (name.lower(), type_), "y = %s (x)" % name, {"x": of(type_, large)}, {"y": of(type_, [float(f(v)) for v in large])}, 13)
    add_doubles(made)
    made.add_to(corpus, "arithmetic_of_wide_numbers", oracle=ORACLE, kind="boundary", title="Arithmetic and sums of integers and f64 that are wrong in a narrower type.", rules=["ONNX-GRAPH-2", "NUM-2"],
                notes="Every result is exact and fits its type.")


def add_sums(made, type_, large):
    row = of(type_, [[large, 2, -4]])
    for name, y in (("Sum", large - 2), ("L1", large + 6), ("Prod", -8 * large), ("SumSquare", large**2 + 20), ("Mean", (large - 2) / 3)):
        if type_ == "f64" or name != "SumSquare":
            made.run("reduce_%s_%s" % (name.lower(), type_), "y = Reduce%s (x)" % name, {"x": row}, {"y": of(type_, [[y]])}, 13)
    made.run("reduce_l2_" + type_, "y = ReduceL2 (x)", {"x": of(type_, [[3 * large, 4 * large]])}, {"y": of(type_, [[5 * large]], {"ulp": 8})}, 13)
    made.run("cum_prod_" + type_, "y = CumProd (x, axis)", {"x": row, "axis": of("i64", 1)}, {"y": of(type_, [[large, 2 * large, -8 * large]])}, 26)
    made.run("sum_" + type_, "y = Sum (x, x, x)", {"x": row}, {"y": of(type_, [[3 * large, 6, -12]])}, 13)
    made.run("mean_" + type_, "y = Mean (x, x)", {"x": row}, {"y": row}, 13)
    made.run("sub_of_one_" + type_, "y = Sub (x, o)", {"x": row, "o": of(type_, 2)}, {"y": of(type_, [[large - 2, 0, -6]])}, 14)
    made.run("fmod_" + type_, "y = Mod <fmod = 1> (x, m)", {"x": of(type_, [large, -large]), "m": of(type_, 4)}, {"y": of(type_, [large % 4, -(large % 4)])}, 13)
    made.run("prelu_" + type_, "y = PRelu (x, s)", {"x": of(type_, [-large, 7]), "s": of(type_, [3])}, {"y": of(type_, [-3 * large, 7])}, 16)
    made.run("clip_" + type_, "y = Clip (x, low)", {"x": row, "low": of(type_, 3)}, {"y": of(type_, [[large, 3, 3]])}, 13)
    made.run("gemm_" + type_, "y = Gemm (x, w)", {"x": row, "w": of(type_, [[3], [1], [1]])}, {"y": of(type_, [[3 * large - 2]])}, 13)
    made.run("mat_mul_" + type_, "y = MatMul (x, w)", {"x": row, "w": of(type_, [3, 1, 1])}, {"y": of(type_, [3 * large - 2])}, 13)
    made.run("thresholded_relu_" + type_, "y = ThresholdedRelu (x)", {"x": row}, {"y": of(type_, [[large, 2, 0]])}, 22)
    made.run("hardmax_" + type_, "y = Hardmax (x)", {"x": of(type_, [[large - 1, large]])}, {"y": of(type_, [[0, 1]])}, 13)
    made.run("einsum_" + type_, 'y = Einsum <equation = "ij,j->i"> (x, w)', {"x": row, "w": of(type_, [3, 1, 1])}, {"y": of(type_, [3 * large - 2])}, 12)
    image, weights = of(type_, [[[large, 2, -4, 8]]]), of(type_, [[[3, 1]]])
    made.run("conv_" + type_, "y = Conv (x, w)", {"x": image, "w": weights}, {"y": of(type_, [[[3 * large + 2, 2, -4]]])}, 22)
    made.run("conv_transpose_" + type_, "y = ConvTranspose (x, w)", {"x": image, "w": weights}, {"y": of(type_, [[[3 * large, large + 6, -10, 20, 8]]])}, 22)
    for name, y in (("MaxPool", [large, 8]), ("AveragePool", [(large + 2) / 2, 2])):
        made.run(name.lower() + "_" + type_, "y = %s <kernel_shape = [2], strides = [2]> (x)" % name, {"x": image}, {"y": of(type_, [[y]])}, 22)
    for name, y in (("GlobalMaxPool", large), ("GlobalAveragePool", (large + 6) / 4)):
        made.run(name.lower() + "_" + type_, "y = %s (x)" % name, {"x": image}, {"y": of(type_, [[[y]]])}, 22)


def add_doubles(made):
    """Sums and products of f32 and f64 that f16 and f32 round. Every result is exact."""
    for type_, large in (("f32", 2051.0), ("f64", 2.0**24 + 1)):
        add_sums(made, type_, large)
    large = 2.0**24 + 1
    for type_, first in (("i32", -2**24 - 1), ("i64", -2**53 - 1)):
        made.run("prelu_" + type_, "y = PRelu (x, s)", {"x": of(type_, [first, 7]), "s": of(type_, [3])}, {"y": of(type_, np.array([3 * first, 7], object))}, 16)
    made.run("constant_of_shape_i64", "y = ConstantOfShape <value = int64[1] {%d}> (s)" % (2**53 + 1), {"s": of("i64", [2])}, {"y": of("i64", [2**53 + 1] * 2)}, 9)
    made.run("bitwise_not_i64", "y = BitwiseNot (x)", {"x": of("i64", [2**53 + 1, -2**53 - 3])}, {"y": of("i64", [-2**53 - 2, 2**53 + 2])}, 18)
    made.run("bitwise_and_i64", "y = BitwiseAnd (x, m)", {"x": of("i64", [2**53 + 1, 2**60 + 3]), "m": of("i64", 3)}, {"y": of("i64", [1, 3])}, 18)
    x = shuffled("i64", [2, 3], 2**53 + 1, 2)
    made.run("resize_i64", 'y = Resize <coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"> (x, "", "", s)', {"x": x, "s": of("i64", [2, 6])}, {"y": of("i64", np.repeat(array(x), 2, 1))}, 18)


def add_limits(corpus):
    """Bounds of Clip in any order, Where beside infinities, slopes above 1."""
    made = Nodes()
    for opset in (13, 24):
        made.run("least_above_greatest_version_%d" % opset, "y = Clip (x, low, high)", {"x": of("f32", [-5, 0, 2, 9]), "low": of("f32", 3), "high": of("f32", -1)}, {"y": of("f32", [-1] * 4)}, opset)
    made.run("greatest_alone", 'y = Clip (x, "", high)', {"x": of("f32", [-5, 0, 2, 9]), "high": of("f32", 1)}, {"y": of("f32", [-5, 0, 1, 1])}, 11)
    made.run("least_alone", "y = Clip (x, low)", {"x": of("f32", [-5, 0, 2, 9]), "low": of("f32", 1)}, {"y": of("f32", [1, 1, 2, 9])}, 11)
    made.run("neither", "y = Clip (x)", {"x": of("f64", [-1e300, 3, 1e300])}, {"y": of("f64", [-1e300, 3, 1e300])}, 11)
    made.run("f64_beyond_f32", "y = Clip (x, low)", {"x": of("f64", [-1e300, 3, 1e300]), "low": of("f64", -1e299)}, {"y": of("f64", [-1e299, 3, 1e300])}, 11)
    for type_, values, low, high in (("u8", [0, 100, 250, 130], 90, 200), ("i8", [-128, 127, 5, -6], -100, 100), ("u64", [2**63 + 5, 3, 2**63 + 1, 2**64 - 1], 2**63 + 2, 2**63 + 7), ("i64", [2**53 + 1, -2**53 - 1, 0, 5], -2**53 - 1, 2**53 + 1),
                                     ("u32", [2**31 + 5, 3, 2**32 - 1, 9], 7, 2**31 + 7), ("i32", [2**24 + 3, -2**24 - 3, 0, 5], -2**24 - 1, 2**24 + 1), ("f16", [-3, 0.5, 9, 2], 0.25, 4)):
        made.run("clip_" + type_, "y = Clip (x, low, high)", {"x": of(type_, values), "low": of(type_, low), "high": of(type_, high)}, {"y": of(type_, [min(max(v, low), high) for v in values])}, 13)
    made.run("version_6", "y = Clip <min = -1.5, max = 2.0> (x)", {"x": of("f32", [-5, 0, 2, 9])}, {"y": of("f32", [-1.5, 0, 2, 2])}, 6)
    made.run("where_beside_infinities", "y = Where (c, a, b)", {"c": of("boolean", [True, False, True, False]), "a": of("f32", [1, INF, 3, NAN]), "b": of("f32", [INF, 2, NAN, 4])}, {"y": of("f32", [1, 2, 3, 4])}, 16)
    made.run("where_condition_is_larger", "y = Where (c, a, b)", {"c": of("boolean", [[True, False], [False, True]]), "a": of("f32", 1), "b": of("f32", 2)}, {"y": of("f32", [[1, 2], [2, 1]])}, 9)
    made.run("where_one_condition", "y = Where (c, a, b)", {"c": of("boolean", True), "a": of("f32", [1, 2]), "b": of("f32", [[3], [4]])}, {"y": of("f32", [[1, 2], [1, 2]])}, 16)
    for alpha in (2.0, -0.5):
        made.run("leaky_relu_%s" % str(alpha).replace("-", "m").replace(".", "_"), "y = LeakyRelu <alpha = %s> (x)" % alpha, {"x": of("f32", [-4, -0.5, 3, 8])}, {"y": of("f32", [-4 * alpha, -0.5 * alpha, 3, 8])}, 16)
    made.run("prelu_slope_of_the_last_axis", "y = PRelu (x, slope)", {"x": of("f32", [[[-1, -2], [-3, 4]], [[5, -6], [-7, -8]]]), "slope": of("f32", [10, 100])},
             {"y": of("f32", [[[-10, -200], [-30, 4]], [[5, -600], [-70, -800]]])}, 16)
    made.run("prelu_slopes_of_the_channels", "y = PRelu (x, slope)", {"x": of("f32", [[[-1, -2], [-3, 4]], [[5, -6], [-7, -8]]]), "slope": of("f32", [[10], [100]])},
             {"y": of("f32", [[[-10, -20], [-300, 4]], [[5, -60], [-700, -800]]])}, 16)
    made.add_to(corpus, "bounds_and_slopes", oracle=ORACLE, kind="boundary", title="Clip with bounds in any order, Where beside infinities, and slopes above 1.",
                notes="If the least value is above the greatest, Clip gives the greatest.")


def add_cases(corpus):
    for add in (add_orders, add_wide, add_limits):
        add(corpus)
