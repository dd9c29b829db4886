"""Abs, Negative, Floor, LogicalNot, Maximum and Minimum, of every type."""

import math
from fractions import Fraction

from case import INTEGERS, rejected
from ops_elementwise import INF, LARGE, LIMITS, NAN, TINY, ends, ordinary, signed
from single import REALS, SURVEY, Single, exact, vector, wrapped

ORACLE = "generator: gen/ops_signs.py"


def floor(x):
    if isinstance(x, int) or math.isnan(x) or math.isinf(x):
        return x
    return math.copysign(float(math.floor(Fraction(x))), x)


def lines(kind, formula):
    """Runs as `signed` makes them. An integer that does not fit wraps (NUM-2)."""
    for name, type_, pairs, more in signed(formula):
        if type_ in INTEGERS:
            low, high = LIMITS[type_]
            fits = [(x, y) for x, y in pairs if low <= y <= high]
            rest = [(x, wrapped(type_, y)) for x, y in pairs if not low <= y <= high]
            if rest:
                yield name + "_wraps", type_, rest, {"rules": ["NUM-2"], **SURVEY}
            pairs = fits
            if kind == "Negative" and low == 0:
                more = {"rules": ["NUM-2"], **SURVEY}  # its page allows signed types
        elif kind == "Negative" and not more:
            zeros = [(x, y) for x, y in pairs if x == 0]
            if zeros:
                yield name + "_zero", type_, zeros, {"rules": ["NUM-1"], **SURVEY}
            pairs = [(x, y) for x, y in pairs if x != 0]
        yield name, type_, pairs, more


def add_functions(corpus):
    for kind, path, formula, title in (
            ("Abs", "abs", abs, "Abs drops the sign, also of zeros; the least integer stays."),
            ("Negative", "negative", lambda x: -x, "Negative changes the sign, also of zeros; the least integer stays."),
            ("Floor", "floor", floor, "Floor gives the greatest integer that is not above x; integers, infinities and NaN stay.")):
        made = Single(kind, "opset1", ["x"], body=True)
        for name, type_, pairs, more in lines(kind, formula):
            made.run(name, [vector(type_, [p[0] for p in pairs])], [vector(type_, [p[1] for p in pairs])], **more)
        made.run("boolean", [vector("boolean", [True, False])], rejected("load", "OP-4"))
        made.add_to(corpus, "operations/" + path, rules=["NUM-1", "NUM-2", "OP-4"], oracle=ORACLE, title=title)
    made = Single("LogicalNot", "opset1", ["x"], body=True)
    made.run("both", [vector("boolean", [True, False, False])], [vector("boolean", [False, True, True])])
    made.run("unknown", [vector("boolean", [False, True])], [vector("boolean", [True, False])], known=False)
    for type_ in ("u8", "i32", "f32"):
        made.run(type_, [vector(type_, [1, 0])], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/logical_not", rules=["OP-4"], oracle=ORACLE, title="LogicalNot takes only booleans.")


def add_extremes(corpus):
    for kind, chosen in (("Maximum", max), ("Minimum", min)):
        made = Single(kind, "opset1", ["a", "b"], outputs=["{{a_type}}"], body=True)
        for type_ in INTEGERS + REALS:
            if type_ in INTEGERS:
                groups = (("", ordinary(type_)), ("_ends", ends(type_)))
            else:
                groups = (("", exact(type_, [-2.0, -1.5, 0.0, 0.1, 1.5, 1.75])), ("_large", [-LARGE[type_], LARGE[type_], 1.0]), ("_subnormal", [TINY[type_], 0.0, -TINY[type_]]))
            for name, values in groups:
                pairs = [(a, b) for a in values for b in values]
                made.run(type_ + name, [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])], [vector(type_, [chosen(*p) for p in pairs])],
                         **({"rules": ["NUM-1"], **SURVEY} if name == "_subnormal" else {}))
            if type_ in REALS:
                pairs = [(NAN, 1), (1, NAN), (NAN, NAN), (INF, NAN), (INF, 5), (5, -INF), (-INF, INF)]
                made.run(type_ + "_special", [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])],
                         [vector(type_, [NAN if a != a or b != b else chosen(a, b) for a, b in pairs])], rules=["NUM-9"], **SURVEY)
        made.run("another_type", [vector("f32", [1]), vector("i32", [1])], rejected("load", "OP-4"))
        made.run("boolean", [vector("boolean", [True]), vector("boolean", [False])], rejected("load", "OP-4"))
        made.add_to(corpus, "operations/" + kind.lower(), rules=["NUM-9", "NUM-1", "OP-4"], oracle=ORACLE,
                    title="%s of two numbers of every type; if one is NaN, the result is." % kind)


def add_cases(corpus):
    add_functions(corpus)
    add_extremes(corpus)
