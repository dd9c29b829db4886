"""Reductions and running sums. The axes are constants; sums follow NUM-3, in Python's doubles."""

import itertools
import math

from case import INTEGERS, Tensor, rejected, round_to
from single import REALS, Single, counting, element, exact, filled, places, vector, wrapped

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_reductions.py"


def total(type_, values):
    """The sum of the values, which begins with the first one, so that -0 + -0 is -0."""
    if type_ in REALS:
        sum_ = values[0] if values else 0.0
        for value in values[1:]:
            sum_ += value
        return round_to(type_, sum_)
    return wrapped(type_, sum(values))


def mean(type_, values):
    if type_ in REALS:
        sum_ = 0.0
        for value in values:
            sum_ += value
        return round_to(type_, sum_ / len(values)) if values else NAN
    quotient = abs(sum(values)) // len(values)
    return quotient if sum(values) >= 0 else -quotient


def product(type_, values):
    result = 1
    for value in values:
        result *= value
    return round_to(type_, float(result)) if type_ in REALS else wrapped(type_, result)


def least(type_, values):
    """NUM-9: NaN wins, and -0 is less than +0."""
    if any(v != v for v in values):
        return NAN
    return min(values, key=lambda v: (v, math.copysign(1, v) if type_ in REALS else 0))


FORMULAS = {"ReduceMean": mean, "ReduceMin": least, "ReduceProd": product, "ReduceLogicalAnd": lambda _, values: all(values),
            "ReduceLogicalOr": lambda _, values: any(values)}


def reduced(kind, x, axes, keep):
    """The reduction over the axes, each of which counts from either end."""
    over = {axis % len(x.shape) for axis in axes}
    if not over:
        return x
    outer = [1 if k in over else size for k, size in enumerate(x.shape)]

    def line(place):
        ranges = [range(size) if k in over else [place[k]] for k, size in enumerate(x.shape)]
        return [element(x, p) for p in itertools.product(*ranges)]
    values = [FORMULAS[kind](x.type, line(place)) for place in places(outer)]
    return Tensor(x.type, outer if keep else [size for k, size in enumerate(x.shape) if k not in over], values)


# name, shape, axes (a number: a scalar), the type of the axes
AXES = (("first", [2, 3, 4], [0], "i64"), ("middle", [2, 3, 4], [1], "i32"), ("last", [2, 3, 4], [-1], "i64"),
        ("negative", [2, 3, 4], [-2], "i32"),
        ("two", [2, 3, 4], [0, 2], "i64"), ("two_in_another_order", [2, 3, 4], [-1, 0], "i64"), ("every", [2, 3, 2], [2, 0, 1], "i32"),
        ("scalar_axis", [3, 2], 1, "i64"), ("scalar_axis_negative", [3, 2], -2, "i8"), ("unsigned_axes", [3, 2], [1], "u8"),
        ("no_axis", [2, 3], [], "i64"), ("no_axis_of_a_scalar", [], [], "i64"), ("size_1", [3, 1], [1], "i64"),
        ("rank_5", [2, 1, 3, 2, 2], [1, -1, 2], "i64"), ("empty_result", [0, 3], [1], "i64"))


def axes_of(axes, type_):
    return Tensor(type_, [], [axes]) if isinstance(axes, int) else vector(type_, axes)


def data(kind, type_, shape):
    """Values whose products and means are exact, and whose integer sums do not wrap."""
    def value(place):
        at = sum((k + 2) * (p + 1) for k, p in enumerate(place)) + math.prod(p + 1 for p in place)
        if type_ == "boolean":
            return at % 5 != 0 if kind == "ReduceLogicalAnd" else at % 5 == 0
        if kind == "ReduceProd":
            return (1, 2, 1, 3, 1)[at % 5] if type_[0] == "u" else (1, -2, 1, 3, -1)[at % 5]
        if kind == "ReduceMean":
            return at * 4 % 32 if type_ in INTEGERS else at * 12 % 96 - 30
        return at * 7 % 11 + (0 if type_[0] == "u" else -5)
    return filled(shape, value, type_)


def add_axes(made, kind, type_, more):
    for name, shape, axes, axes_type in AXES:
        x = data(kind, type_, shape)
        listed = [axes] if isinstance(axes, int) else axes
        for keep in ("true", "false", None):
            if keep is None and name not in ("first", "every"):
                continue
            made.run("%s_%s" % (name, {"true": "kept", "false": "removed", None: "default"}[keep]), [x, axes_of(axes, axes_type)],
                     [with_bound(kind, reduced(kind, x, listed, keep == "true"), x)], {"keep_dims": keep}, known=len(name) % 2 == 0,
                     **more(name))
    x = data(kind, type_, [2, 3])
    axes = vector("i64", [1])
    made.run("axis_3_of_rank_2", [x, vector("i64", [3])], rejected("load", "OP-6"))
    made.run("axis_m3_of_rank_2", [x, vector("i64", [0, -3])], rejected("load", "OP-6"))
    made.run("axis_3_of_rank_2_in_the_run", [x, vector("i64", [3])], rejected("load", "OP-6"), known=False)
    made.run("same_axis_twice", [x, vector("i64", [1, -1])], rejected("load", "OP-6"), tier="survey")
    made.run("axes_of_rank_2", [x, Tensor("i64", [1, 1], [1])], rejected("load", "OP-5"), tier="survey")
    made.run("axes_f32", [x, vector("f32", [1])], rejected("load", "OP-4"))
    made.run("keep_dims_yes", [x, axes], rejected("load", "OP-2"), {"keep_dims": "yes"})
    return axes


def with_bound(kind, result, x):
    """A mean of f32 may be a multiple of the rounded 1 / count."""
    count = len(x.values) // max(len(result.values), 1)
    if kind == "ReduceMean" and count & (count - 1):
        result.compare = {"bound": MEANS}
    return result


MEANS = 4e-5  # docs/bounds.md
THIRDS = {"f32": 1.5e-6, "f16": 4.0, "bf16": 4e-2, "f64": 2.5e-15}


def add_reduction(corpus, kind, types, title, rules, of_nothing, more=lambda name: {}, notes=None, also=None):
    """`of_nothing`: the result of no elements by type, or None if it is rejected."""
    made = Single(kind, "opset1", ["x", "axes"], ["keep_dims"], ["axes"])
    axes = add_axes(made, kind, types[0], more)
    for type_ in types[1:]:
        x = data(kind, type_, [3, 4])
        made.run(type_, [x, axes], [reduced(kind, x, [1], False)])
    for type_ in {"boolean": ["boolean"]}.get(types[0], ["f32", "i32"]):
        nothing, result = Tensor(type_, [2, 0], []), of_nothing[type_]
        for known in (True, False):
            made.run("nothing_%s_%s" % (type_, "known" if known else "unknown"), [nothing, axes],
                     rejected("load" if known else "run", "OP-6") if result is None else [vector(type_, [result] * 2)], known=known,
                     tier="survey")
    wrong = "i32" if types[0] == "boolean" else "boolean"
    made.run(wrong, [Tensor(wrong, [1, 2], [1, 0]), axes], rejected("load", "OP-4"))
    if also:
        also(made, axes)
    made.add_to(corpus, "operations/" + PATHS[kind], rules=rules, title=title, oracle=ORACLE, notes=notes)


PATHS = {"ReduceMean": "reduce_mean", "ReduceMin": "reduce_min", "ReduceProd": "reduce_prod", "ReduceLogicalAnd": "reduce_logical_and",
         "ReduceLogicalOr": "reduce_logical_or"}


def special_rows(kind, rows, **more):
    """Runs of each real type: rows of special values."""
    def add(made, axes):
        for type_ in REALS:
            x = Tensor(type_, [len(rows), len(rows[0])], sum(rows, []))
            made.run(type_ + "_special", [x, axes], [reduced(kind, x, [1], False)], tier="survey", **more)
    return add


def mean_also(made, axes):
    special_rows("ReduceMean", [[INF, 1, 2], [INF, -INF, 1], [NAN, 1, 2], [-0.0, -0.0, -0.0]], rules=["NUM-3", "NUM-5"])(made, axes)
    for type_, row in (("f32", [1, 2, 2]), ("f16", [2048, 1, 1]), ("bf16", [1, 1, 0]), ("f64", [1, 0, 0])):
        x = Tensor(type_, [1, 3], row)
        made.run(type_ + "_thirds", [x, axes], [Tensor(type_, [1], [mean(type_, row)], {"bound": THIRDS[type_]})])
    x = Tensor("i32", [4, 2], [1, 2, -1, -2, 5, 6, -3, 0])
    made.run("i32_halves", [x, axes], [vector("i32", [1, -1, 5, -1])], tier="survey", rules=["OP-33"])
    for type_, row in (("i8", [100, 100, 100]), ("i8", [-128, -128, -127]), ("u8", [255, 255, 254]), ("i16", [32767, 1, 32767]),
                       ("u16", [65535, 65535, 65535]), ("i32", [2**31 - 1, 2**31 - 1, 5]), ("u32", [2**32 - 1, 2**32 - 1, 1]),
                       ("i64", [-2**63, -2**63, -2**63]), ("i64", [2**63 - 1, 2**63 - 1, -7]), ("u64", [2**64 - 1, 2**64 - 1, 2**63])):
        made.run("%s_sum_too_large_%d" % (type_, len(made.runs)), [Tensor(type_, [1, 3], row), axes],
                 [vector(type_, [mean(type_, row)])], tier="survey", rules=["OP-33"])


def minimum_also(made, axes):
    special_rows("ReduceMin", [[INF, 1, 2], [INF, -INF, 1], [1, NAN, -INF], [0.0, -0.0, 0.0], [INF, INF, INF]], rules=["NUM-9"])(made, axes)
    for type_ in REALS:
        x = Tensor(type_, [3, 2], [INF, INF, INF, 1, -INF, INF])
        made.run(type_ + "_infinities", [x, axes], [reduced("ReduceMin", x, [1], False)])


def product_also(made, axes):
    special_rows("ReduceProd", [[INF, 0.0, 2], [INF, -2.0, 1], [NAN, 1, 2],
                 [-0.0, 3.0, 1], [-0.0, -3.0, 1]], rules=["NUM-3", "NUM-5"])(made, axes)
    for type_, row in (("i8", [16, 16, 3]), ("u8", [200, 3, 1]), ("i32", [65536, 65536, 5]), ("i32", [-2147483648, -1, 1]),
                       ("u64", [2**63, 3, 1]),
                       ("i64", [2**62, 2, 3])):
        x = Tensor(type_, [1, 3], row)
        made.run("%s_wraps_%d" % (type_, len(made.runs)), [x, axes], [vector(type_, [product(type_, row)])], tier="survey", rules=["NUM-2"])
    for type_, row in (("f16", [256, 256, 2.0**-8]), ("f32", [2.0**100, 2.0**100, 2.0**-100]), ("f32", [2.0**-100, 2.0**-100, 2.0**100]),
                       ("bf16", [3, 87, 0.5]), ("f16", [33, 63, 2])):
        x = Tensor(type_, [1, 3], row)
        made.run("%s_in_double_%d" % (type_, len(made.runs)), [x, axes],
                 [vector(type_, [product(type_, row)])], tier="survey", rules=["NUM-3"])


def add_reductions(corpus):
    numeric = ("f32", "i32") + tuple(t for t in REALS + INTEGERS if t not in ("f32", "i32"))
    rules = ["OP-5", "OP-6", "OP-2", "OP-4"]
    add_reduction(corpus, "ReduceMean", numeric, "ReduceMean divides the sum over the axes by the number of elements.",
                  ["NUM-3", *rules, "OP-33"], {"f32": NAN, "i32": None}, also=mean_also,
                  notes="The mean of integers is truncated: of -1 and -2 it is -1. The mean of no reals is 0 / 0; integers have none.")
    add_reduction(corpus, "ReduceMin", numeric, "ReduceMin is the least element over the axes.", ["NUM-9", *rules],
                  {"f32": None, "i32": None}, also=minimum_also)
    add_reduction(corpus, "ReduceProd", numeric, "ReduceProd multiplies the elements over the axes; integers wrap.",
                  ["NUM-2", "NUM-3", *rules],
                  {"f32": 1, "i32": 1}, also=product_also,
                  notes="Products of reals are accumulated in double. The product of no elements is 1.")
    add_reduction(corpus, "ReduceLogicalAnd", ["boolean"], "ReduceLogicalAnd is true where every element over the axes is true.", rules,
                  {"boolean": True},
                  notes="Without elements it is true.")
    add_reduction(corpus, "ReduceLogicalOr", ["boolean"], "ReduceLogicalOr is true where one element over the axes is true.", rules,
                  {"boolean": False},
                  notes="Without elements it is false.")


def running(x, axis, exclusive, reverse):
    """Each element is the sum of those before it along the axis, in double, rounded once."""
    axis %= len(x.shape)

    def value(place):
        j, size = place[axis], x.shape[axis]
        order = range(size - 1, j - 1, -1) if reverse else range(j + 1)
        taken = [element(x, place[:axis] + (k,) + place[axis + 1:]) for k in order]
        if exclusive:
            taken.pop()
        return total(x.type, taken)
    return filled(x.shape, value, x.type)


def add_cum_sum(corpus):
    made = Single("CumSum", "opset3", ["x", "axis"], ["exclusive", "reverse"], ["axis"])
    forms = [(e, r) for e in ("true", "false") for r in ("true", "false")]
    words = {"true": True, "false": False, None: False, "1": True, "0": False}

    def add(name, x, axis, exclusive, reverse, type_="i64", **more):
        made.run(name, [x, Tensor(type_, [], [axis])], [running(x, axis, words[exclusive], words[reverse])],
                 {"exclusive": exclusive, "reverse": reverse}, **more)
    for axis in (0, 1, 2, -1, -3):
        for exclusive, reverse in forms:
            x = filled([2, 3, 2], lambda p: (p[0] * 7 + p[1] * 3 + p[2] * 5) % 11 - 4, "f32")
            words_of = ("exclusive" if words[exclusive] else "inclusive", "reverse" if words[reverse] else "forward")
            name = "axis_%s_%s_%s" % (str(axis).replace("-", "m"), *words_of)
            add(name, x, axis, exclusive, reverse, "i32" if axis % 2 else "i64", known=axis != 1)
    line = counting("i32", [5])
    add("defaults", line, 0, None, None)
    add("digits", line, 0, "1", "0")
    add("digits_swapped", line, 0, "0", "1")
    for type_ in INTEGERS + REALS:
        add(type_, filled([2, 4], lambda p: p[0] * 9 + p[1] * 2 + 1, type_), 1, "false", "false")
    for type_, values in (("i8", [100, 100, 100, -1]), ("u8", [200, 100, 3, 0]), ("i32", [2**31 - 1, 1, 1, 5]),
                          ("u64", [2**63, 2**63, 7, 1])):
        for exclusive, reverse in forms[1:3]:
            add("%s_wraps_%s" % (type_, "exclusive" if words[exclusive] else "reverse"),
                vector(type_, values), 0, exclusive, reverse, tier="survey", rules=["NUM-2"])
    for type_, values in (("f16", [2048, 1, 1, 1]), ("bf16", [256, 1, 1, 1]), ("f32", [2.0**24, 1, 1, 1])):
        add(type_ + "_in_double", vector(type_, values), 0, "false", "false", tier="survey", rules=["NUM-3"])
    for type_ in REALS:
        for exclusive, reverse in forms:
            add("%s_special_%s_%s" % (type_, exclusive, reverse), Tensor(type_, [3, 3], [INF, 1, 2, 3, -INF, INF, 4, NAN, 5]), 1, exclusive,
                reverse,
                tier="survey", rules=["NUM-3", "NUM-5"])
        add(type_ + "_first_zero", vector(type_, [-0.0, -0.0]), 0, "false", "false", tier="survey", rules=["NUM-3"])
        add(type_ + "_first_zero_exclusive", vector(type_, [-0.0, -0.0]), 0, "true", "false", tier="survey", rules=["NUM-3"])
    add("empty", Tensor("f32", [2, 0], []), 1, "true", "false", known=False)
    add("empty_lines", Tensor("f32", [0, 2], []), 1, "false", "true")
    add("one_element", vector("f32", [3]), 0, "true", "true")
    x, axis = counting("f32", [2, 2]), Tensor("i64", [], [0])
    made.run("scalar", [Tensor("f32", [], [1]), axis], rejected("load", "OP-5"))
    made.run("scalar_in_the_run", [Tensor("f32", [], [1]), axis], rejected("load", "OP-5"), known=False)
    made.run("axis_2_of_rank_2", [x, Tensor("i64", [], [2])], rejected("load", "OP-6"))
    made.run("axis_m3_of_rank_2", [x, Tensor("i64", [], [-3])], rejected("load", "OP-6"))
    made.run("two_axes", [x, vector("i64", [0, 1])], rejected("load", "OP-5"))
    made.run("axis_i16", [x, Tensor("i16", [], [0])], rejected("load", "OP-4"))
    made.run("boolean", [counting("boolean", [3]), axis], rejected("load", "OP-4"))
    made.run("exclusive_2", [x, axis], rejected("load", "OP-2"), {"exclusive": "2"})
    made.add_to(corpus, "operations/cum_sum/along_an_axis", rules=["NUM-3", "NUM-2", "OP-6", "OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                title="CumSum along any axis, with and without the element itself, in both directions.",
                notes="The first inclusive sum is a copy of its element. The exclusive sum of no elements is 0.")
    made = Single("CumSum", "opset3", ["x"], ["exclusive", "reverse"])
    for name, x in (("vector", counting("i32", [4])), ("matrix", counting("f32", [2, 3]))):
        for exclusive, reverse in forms:
            made.run("%s_exclusive_%s_reverse_%s" % (name, exclusive, reverse), [x], [running(x, 0, words[exclusive], words[reverse])],
                     {"exclusive": exclusive, "reverse": reverse})
    made.add_to(corpus, "operations/cum_sum/without_axis", rules=["NUM-3", "OP-3"], oracle=ORACLE,
                title="CumSum without an axis sums along axis 0.")


def add_cases(corpus):
    add_reductions(corpus)
    add_cum_sum(corpus)
