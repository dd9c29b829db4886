"""Elementwise operations, one element of a sliced input in each iteration, and shapes without a loop."""

import math
import operator
from fractions import Fraction

import mpmath

from case import INTEGERS, Tensor, rejected
from exact import nearest
from single import REALS, Single, element, exact, filled, places, vector, wrapped

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_elementwise.py"
LIMITS = {t: (0, 2 ** int(t[1:]) - 1) if t[0] == "u" else (-(2 ** (int(t[1:]) - 1)), 2 ** (int(t[1:]) - 1) - 1) for t in INTEGERS}
TINY = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}
HARD_SIGMOID = {"f16": 2.0**-9, "bf16": 2.0**-6, "f32": 2.0**-22, "f64": 2.0**-48}  # docs/bounds.md
LARGE = {"f16": 2.0**15, "bf16": 2.0**127, "f32": 2.0**127, "f64": 2.0**1023}


def ordinary(type_):
    """Integers around 0."""
    return [v for v in (-100, -7, -2, -1, 0, 1, 2, 7, 99) if v >= LIMITS[type_][0]]


def ends(type_):
    """Integers at the ends of a type."""
    low, high = LIMITS[type_]
    return [low, low + 1, high // 2, high // 2 + 1, high - 1, high]


def one_operand(corpus, path, kind, tables, title, oracle=ORACLE, notes=None):
    """`tables`: (name, type, pairs of element and result, more fields of the run)."""
    made = Single(kind, "opset1", ["x"], body=True)
    for name, type_, pairs, more in tables:
        made.run(name, [vector(type_, [p[0] for p in pairs])], [vector(type_, [p[1] for p in pairs])], **more)
    made.run("boolean", [Tensor("boolean", [2], [True, False])], rejected("load", "OP-4"))
    made.add_to(corpus, path, rules=("NUM-1", "OP-4"), title=title, oracle=oracle, notes=notes)


def signed(formula):
    """Lines of all numeric types. NaN, infinities and -0 come from decided rules."""
    for type_ in REALS:
        values = exact(type_, [2.5, -2.5, 0.25, -7.75, 3, 100.5, 0.0, -1])
        yield type_, type_, [(v, formula(v)) for v in values], {}
        yield type_ + "_large", type_, [(v, formula(v)) for v in (LARGE[type_], -LARGE[type_])], {}
        values = [-0.0, NAN, INF, -INF, TINY[type_], -TINY[type_]]
        yield type_ + "_special", type_, [(v, formula(v)) for v in values], {"tier": "survey", "rules": ["NUM-1", "NUM-5", "NUM-9"]}
    for type_ in INTEGERS:
        yield type_, type_, [(v, formula(v)) for v in ordinary(type_)], {}
        yield type_ + "_ends", type_, [(v, formula(v)) for v in ends(type_)], {}


def whole(rounded):
    """math.ceil or math.floor, which keeps the sign of zeros."""
    def formula(x):
        if isinstance(x, int) or math.isnan(x) or math.isinf(x):
            return x
        return math.copysign(float(rounded(Fraction(x))), x)
    return formula


def sign(x):
    return x if x != x else int(x > 0) - int(x < 0)


def relu(x):
    return x if x > 0 or x != x else 0


def add_functions(corpus):
    one_operand(corpus, "operations/ceiling", "Ceiling", signed(whole(math.ceil)), notes="The zero of -0.5 < x < 0 is -0.",
                title="Ceiling gives the least integer that is not below x; integers, infinities and NaN stay.")
    one_operand(corpus, "operations/sign", "Sign", signed(sign),
                title="Sign gives -1, 0 or 1, also for integers without negative numbers; NaN stays.")
    for name in ("ReLU", "Relu"):
        one_operand(corpus, "operations/relu/" + ("one_capital", "two_capitals")[name == "ReLU"], name, signed(relu),
                    notes="max(0, x) by NUM-9: +0 for -0, NaN for NaN.",
                    title="%s, as OpenVINO %s it, gives 0 below 0 and keeps everything else." % (name,
                                                                                                 "writes" if name == "ReLU" else "reads"))


def add_clamp(corpus):
    def clamp(x, low, high):
        return x if x != x else min(max(x, low), high)

    made = Single("Clamp", "opset1", ["x"], ["min", "max"], body=True)
    for type_ in REALS:
        values = exact(type_, [-3, -1.5, -1.25, 0.5, 2.5, 2.75, 100])
        made.run(type_, [vector(type_, values)], [vector(type_, [clamp(v, -1.5, 2.5) for v in values])], {"min": "-1.5", "max": "2.5"})
        values = [NAN, INF, -INF, -0.0, TINY[type_]]
        made.run(type_ + "_special", [vector(type_, values)], [vector(type_, [clamp(v, -1.5, 2.5) for v in values])],
                 {"min": "-1.5", "max": "2.5"}, tier="survey", rules=["NUM-9"])
    for type_ in INTEGERS:
        low = 3 if type_[0] == "u" else -2
        for name, values in (("between_integers", [low - 1, low, low + 1, 4, 5, 6]), ("ends", ends(type_))):
            made.run("%s_%s" % (type_, name), [vector(type_, values)], [vector(type_, [clamp(v, low, 5) for v in values])],
                     {"min": str(low - 0.5), "max": "5.5"})
    made.run("one_value", [vector("f32", [-1, 3, 4])], [vector("f32", [3, 3, 3])], {"min": "3", "max": "3"})
    made.run("exponents", [vector("f32", [-2000, 0.5, 2000])], [vector("f32", [-1000, 0.5, 1500])], {"min": "-1e3", "max": "1.5E+3"})
    made.run("below_and_above_i8", [vector("i8", [-128, 3, 127])], [vector("i8", [-128, 3, 127])], {"min": "-1000.5", "max": "1e30"})
    made.run("rounded_limit", [vector("f16", [0, 1])],
                 [vector("f16", [exact("f16", [0.1])[0], 1])], {"min": "0.1", "max": "5"}, tier="survey")
    made.run("zeros", [vector("f32", [-0.0, 0.0, -1])], [vector("f32", [0.0, 0.0, 0.0])], {"min": "0", "max": "1"}, tier="survey",
             rules=["NUM-9"])
    one = [vector("f32", [1])]
    made.run("min_above_max", one, rejected("load", "OP-2"), {"min": "2", "max": "1"})
    made.run("without_min", one, rejected("load", "OP-2"), {"max": "1"})
    made.run("without_max", one, rejected("load", "OP-2"), {"min": "1"})
    made.run("words", one, rejected("load", "OP-2"), {"min": "low", "max": "1"})
    made.run("boolean", [Tensor("boolean", [1], [True])], rejected("load", "OP-4"), {"min": "0", "max": "1"})
    made.add_to(corpus, "operations/clamp", rules=["OP-2", "OP-4"], oracle=ORACLE,
                title="Clamp limits reals to [min, max], and integers to the integers inside of it.",
                notes="Integers: min is rounded up and max down, so -2.5 to 5.5 means -2 to 5. f16 has 0.1 as 0.0999755859375.")


def add_hard_sigmoid(corpus):
    operands = ["x", "alpha", "beta"]
    made = Single("HardSigmoid", "opset1", operands, constants=operands[1:])

    def step(type_, value):
        return nearest(mpmath.mpf(value.numerator) / value.denominator, type_) if value else 0.0

    for type_ in REALS:
        for name, alpha, beta in (("quarter", 0.25, 0.5), ("fifth", 0.2, 0.5), ("falling", -0.5, 0.25)):
            alpha = exact(type_, [alpha])[0]
            values = exact(type_, [-8, -2, -1, -0.3, 0, 0.3, 1, 1.7, 2, 9])
            result = []
            for x in values:
                with mpmath.workprec(300):
                    product = step(type_, Fraction(alpha) * Fraction(x))
                    sum_ = step(type_, Fraction(product) + Fraction(beta))
                result.append(max(0.0, min(1.0, sum_)))
            made.run("%s_%s" % (type_, name), [vector(type_, values), Tensor(type_, [], [alpha]), Tensor(type_, [], [beta])],
                     [Tensor(type_, [len(values)], result, {"bound": HARD_SIGMOID[type_]})])
        made.run(type_ + "_special", [vector(type_, [NAN, INF, -INF]), Tensor(type_, [], [0.25]), Tensor(type_, [], [0.5])],
                 [vector(type_, [NAN, 1, 0])], tier="survey", rules=["NUM-9"])
    half = Tensor("f32", [], [0.5])
    made.run("scalar", [half, half, half], [Tensor("f32", [], [0.75])], known=False)
    made.run("empty", [Tensor("f32", [2, 0], []), half, half], [Tensor("f32", [2, 0], [])], known=False)
    made.run("alpha_of_one_element", [half, vector("f32", [0.5]), half], rejected("load", "OP-5"))
    made.run("beta_of_two_elements", [half, half, vector("f32", [0.5, 1])], rejected("load", "OP-5"))
    made.run("alpha_f16", [half, Tensor("f16", [], [0.5]), half], rejected("load", "OP-4"))
    five = Tensor("i32", [], [5])
    made.run("i32", [five, five, five], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/hard_sigmoid/constants", rules=["NUM-6", "OP-4", "OP-5"], oracle=ORACLE,
                title="HardSigmoid is max(0, min(1, alpha * x + beta)), and rounds the product and the sum.")
    made = Single("HardSigmoid", "opset1", operands)
    for type_ in REALS:
        made.run(type_, [vector(type_, [-3, -1, 0.5, 4]), Tensor(type_, [], [0.25]), Tensor(type_, [], [0.5])],
                 [vector(type_, [0, 0.25, 0.625, 1])], known=type_ != "f32")
    made.add_to(corpus, "operations/hard_sigmoid/inputs", rules=["NUM-6"], oracle=ORACLE, title="HardSigmoid reads alpha and beta from inputs.")


def power(type_, a, b):
    """a^b of finite numbers, rounded once."""
    if type_ in INTEGERS:
        return wrapped(type_, a**b) if b >= 0 else int(Fraction(1, 1) / Fraction(a) ** -b)
    with mpmath.workprec(300):
        return nearest(mpmath.power(mpmath.mpf(a), mpmath.mpf(b)), type_)


def add_power(corpus):
    made = Single("Power", "opset1", ["a", "b"], ["auto_broadcast"], outputs=["{{a_type}}"], body=True)
    for type_ in REALS:
        pairs = [exact(type_, pair) for pair in ((2, 0.5), (1.1, 7), (0.3, -2.5),
                       (-2, 3), (-1.5, 4), (7, 0), (10, 3.25), (0.7, 0.01), (3, -4))]
        result = [power(type_, a, b) for a, b in pairs]
        made.run(type_, [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])],
                 [Tensor(type_, [len(pairs)], result, {"ulp": 33})])
        # IEEE 754 pow
        lines = [(0.0, 0.0, 1), (NAN, 0, 1), (1, NAN, 1), (NAN, 2, NAN), (2, NAN, NAN), (-2, 0.5, NAN), (0.0, -1, INF), (-0.0, -1, -INF),
                 (-0.0, -2, INF), (-0.0, 3, -0.0), (-0.0, 2, 0), (INF, -1, 0), (INF, 0.5, INF), (-INF, 3, -INF), (-INF, 2, INF),
                 (0.5, INF, 0),
                 (0.5, -INF, INF), (2, INF, INF), (-1, INF, 1), (LARGE[type_], 2, INF), (-LARGE[type_], 3, -INF), (TINY[type_], 2, 0)]
        made.run(type_ + "_special", [vector(type_, [p[0] for p in lines]), vector(type_, [p[1] for p in lines])],
                 [vector(type_, [p[2] for p in lines])], tier="survey", rules=["NUM-4"])
    for type_ in INTEGERS:
        low, high = LIMITS[type_]
        pairs = [(a, b) for a, b in ((0, 0), (0, 3), (1, 99), (2, 6), (-2, 3), (-1, 98), (-1, 99), (5, 3), (-3, 4), (7, 1), (2, 0))
                 if low <= a <= high]
        made.run(type_, [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])],
                 [vector(type_, [power(type_, a, b) for a, b in pairs])])
        pairs = [(a, b) for a, b in ((3, 40), (high, 2), (high, 3), (low, 2), (2, int(type_[1:])), (2, int(type_[1:]) - 1), (10, 25),
                                     (-7, 33), (low, 1), (high, 1))
                 if low <= a <= high]
        made.run(type_ + "_wraps", [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])],
                 [vector(type_, [power(type_, a, b) for a, b in pairs])], tier="survey", rules=["NUM-2"])
        if low < 0:
            pairs = [(1, -1), (-1, -1), (-1, -2), (2, -1), (-2, -1), (3, -3), (high, -1), (low, -2), (1, low), (-1, low), (-1, low + 1)]
            made.run(type_ + "_negative_exponent", [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])],
                     [vector(type_, [1 if a == 1 or (a == -1 and b % 2 == 0) else -1 if a == -1 else 0 for a, b in pairs])], tier="survey")
    made.run("zero_to_a_negative_power", [vector("i32", [2, 0]), vector("i32", [3, -1])], rejected("run", "NUM-8"))
    two, three = vector("f32", [2, 4]), vector("f32", [3, 1])
    made.run("numpy", [two, three], [vector("f32", [8, 4])], {"auto_broadcast": "numpy"}, tier="survey")
    made.run("none", [two, three], [vector("f32", [8, 4])], {"auto_broadcast": "none"}, tier="survey")
    made.run("pdpd", [two, three], rejected("load", "OP-2"), {"auto_broadcast": "pdpd"}, tier="survey")
    made.run("another_type", [two, vector("i32", [1, 2])], rejected("load", "OP-4"))
    made.run("boolean", [vector("boolean", [True]), vector("boolean", [True])], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/power", rules=["NUM-4", "NUM-2", "NUM-8", "OP-2", "OP-4"], oracle=ORACLE,
                title="Power rounds a real power once, wraps an integer one, and truncates it if the exponent is negative.",
                notes="Special values are those of pow in IEEE 754. Only 1 and -1 have an integer power below 0 other than 0.")


def stretched(a, b, axis):
    """The shape of the result, and the shapes of a and b with dimensions of 1 where they have none.

    axis  where b begins in a; None: both end together
    """
    rank = max(len(a), len(b))
    if axis is None:
        a, b = [1] * (rank - len(a)) + a, [1] * (rank - len(b)) + b
    else:
        b = [1] * axis + b
        b = b + [1] * (rank - len(b))
    return [y if x == 1 else x for x, y in zip(a, b)], a, b


def pairs_of(type_, a_shape, b_shape, axis, formula, a_value, b_value, result_type, compare):
    """Operands of these shapes, and formula(a, b) of every pair."""
    shape, a_long, b_long = stretched(a_shape, b_shape, axis)
    a, b = filled(a_long, a_value, type_), filled(b_long, b_value, type_)

    def limited(place, sizes):
        return [0 if size == 1 else p for p, size in zip(place, sizes)]
    result = [formula(element(a, limited(place, a_long)), element(b, limited(place, b_long))) for place in places(shape)]
    # A tensor without elements has no error.
    return Tensor(type_, a_shape, a.values), Tensor(type_, b_shape, b.values), Tensor(result_type, shape, result, compare if result else None)


AUTO = "auto_broadcast.auto_broadcast_axis"
SHAPES = (("numpy_both", [3, 1, 2], [4, 1], {"auto_broadcast": "numpy"}, None), ("default", [2, 3], [3], {}, None),
          ("numpy_longer_second", [3], [2, 3], {"auto_broadcast": "numpy"}, None),
          ("none", [2, 3], [2, 3], {"auto_broadcast": "none"}, None),
          ("scalars", [], [], {"auto_broadcast": "numpy"}, None), ("scalar_second", [2, 3], [], {}, None),
          ("empty", [2, 0], [1], {}, None), ("empty_by_one", [1, 3], [0, 1], {}, None),
          ("pdpd_at_the_end", [2, 3, 4], [3, 4], {"auto_broadcast": "pdpd"}, 1),
          ("pdpd_in_the_middle", [2, 3, 4], [3], {"auto_broadcast": "pdpd", AUTO: 1}, 1),
          ("pdpd_first", [2, 3, 4], [2, 3], {"auto_broadcast": "pdpd", AUTO: 0}, 0),
          ("pdpd_minus_one", [2, 3], [3], {"auto_broadcast": "pdpd", AUTO: -1}, 1))


def add_shapes(corpus, made, type_, formula, a_value, b_value, result_type="boolean", compare=None):
    """Runs of every broadcasting, and those that do not fit."""
    for name, a, b, attributes, axis in SHAPES:
        left, right, result = pairs_of(type_, a, b, axis, formula, a_value, b_value, result_type, compare)
        made.run(name, [left, right], [result], attributes, known=len(name) % 2 == 0)
    left, right = filled([2, 3], a_value, type_), filled([2], b_value, type_)
    made.run("does_not_fit", [left, right], rejected("load", "OP-5"))
    made.run("does_not_fit_in_the_run", [left, right], rejected("run", "OP-5"), known=False)
    made.run("none_of_unequal_shapes", [left, filled([3], b_value, type_)], rejected("load", "OP-5"), {"auto_broadcast": "none"})
    made.run("unknown_broadcasting", [left, left], rejected("load", "OP-2"), {"auto_broadcast": "numpyy"})


def add_comparison(corpus, kind, path, compare, of_nan):
    made = Single(kind, "opset1", ["a", "b"], ["auto_broadcast", AUTO], outputs=["boolean"])
    for type_ in INTEGERS + REALS + ("boolean",):
        small = ordinary(type_) if type_ in INTEGERS else [False, True] if type_ == "boolean" else [-2.0, -1.5, -0.0, 0.0, 1.5, 1.75]
        large = ends(type_) if type_ in INTEGERS else [-LARGE.get(type_, 0), TINY.get(type_, 0), 0, LARGE.get(type_, 0)]
        for name, values in (("", small), ("_ends", large))[:1 if type_ == "boolean" else 2]:
            pairs = [(a, b) for a in values for b in values]
            made.run(type_ + name, [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])],
                     [vector("boolean", [compare(Fraction(a), Fraction(b)) for a, b in pairs])])
        if type_ in REALS:
            pairs = [(NAN, 1), (1, NAN), (NAN, NAN), (INF, INF), (-INF, INF), (INF, -INF), (INF, 5)]
            made.run(type_ + "_special", [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])],
                     [vector("boolean", [of_nan if a != a or b != b else compare(a, b) for a, b in pairs])])
    if kind == "GreaterEqual":  # the shapes of the others are in ops_base.py
        add_shapes(corpus, made, "i32", compare, lambda p: sum(p) * 3 % 5, lambda p: sum(p) * 2 % 5)
    made.run("another_type", [vector("f32", [1]), vector("i32", [1])], rejected("load", "OP-4"))
    made.add_to(corpus, path, rules=["OP-4", "OP-5", "OP-2"], oracle=ORACLE,
                title="%s compares numbers of every type, and is %s if one is NaN." % (kind, "true" if of_nan else "false"))


def add_comparisons(corpus):
    for kind, name, compare in (("Equal", "equal", operator.eq), ("NotEqual", "not_equal", operator.ne), ("Less", "less", operator.lt),
                                ("LessEqual", "less_equal", operator.le), ("Greater", "greater", operator.gt), ("GreaterEqual", "greater_equal", operator.ge)):
        add_comparison(corpus, kind, "operations/" + name, compare, kind == "NotEqual")


def add_xor(corpus):
    for kind, path in (("LogicalXor", "logical_xor"), ("Xor", "xor")):
        made = Single(kind, "opset1", ["a", "b"], ["auto_broadcast", AUTO], outputs=["boolean"])
        made.run("all_pairs", [vector("boolean", [False, False, True, True]), vector("boolean", [False, True, False, True])],
                 [vector("boolean", [False, True, True, False])])
        add_shapes(corpus, made, "boolean", lambda a, b: a != b, lambda p: sum(p) % 2 == 0, lambda p: sum(p) % 3 == 1)
        for type_ in ("i32", "u8", "f32"):
            made.run(type_, [vector(type_, [1]), vector(type_, [0])], rejected("load", "OP-4"))
        made.add_to(corpus, "operations/" + path, rules=["OP-4", "OP-5", "OP-2"], oracle=ORACLE,
                    title="%s is true where one of two booleans is true; only booleans are allowed." % kind)



def add_cases(corpus):
    for add in (add_functions, add_clamp, add_hard_sigmoid, add_power, add_comparisons, add_xor):
        add(corpus)
