"""Abs, Negative, Floor, LogicalNot, Maximum and Minimum, of every type."""

import math

from case import INTEGERS, rejected
from ops_elementwise import INF, LARGE, LIMITS, NAN, TINY, ends, one_operand, ordinary, signed, whole
from single import REALS, SURVEY, Single, exact, vector, wrapped

ORACLE = "generator: gen/ops_signs.py"


def wrapping(formula):
    """Runs as `signed` makes them. An integer that does not fit wraps, in a run of its own."""
    for name, type_, pairs, more in signed(formula):
        fits = [(x, y) for x, y in pairs if type_ in REALS or LIMITS[type_][0] <= y <= LIMITS[type_][1]]
        yield name, type_, fits, more
        if len(fits) < len(pairs):
            yield name + "_wraps", type_, [(x, wrapped(type_, y)) for x, y in pairs if (x, y) not in fits], {"rules": ["NUM-2"], **SURVEY}


def negative():
    """Only the survey has unsigned types, which the page excludes, and the zero that becomes -0."""
    for name, type_, pairs, more in wrapping(lambda x: -x):
        if type_ in REALS and not more:
            pairs = [pair for pair in pairs if pair[0] != 0]
        yield name, type_, pairs, {"rules": ["NUM-2"], **SURVEY} if type_[0] == "u" else more
    for type_ in REALS:
        yield type_ + "_zero", type_, [(0.0, -0.0)], {"rules": ["NUM-1"], **SURVEY}


def add_functions(corpus):
    for kind, runs, title in (
            ("Abs", wrapping(abs), "Abs drops the sign, also of zeros; the least integer stays."),
            ("Negative", negative(), "Negative changes the sign, also of zeros; the least integer stays."),
            ("Floor", signed(whole(math.floor)), "Floor gives the greatest integer that is not above x; integers, infinities and NaN stay.")):
        one_operand(corpus, "operations/" + kind.lower(), kind, runs, title, ORACLE)
    made = Single("LogicalNot", "opset1", ["x"], body=True)
    made.run("both", [vector("boolean", [True, False, False])], [vector("boolean", [False, True, True])])
    made.run("unknown", [vector("boolean", [False, True])], [vector("boolean", [True, False])], known=False)
    for type_ in ("u8", "i32", "f32"):
        made.run(type_, [vector(type_, [1, 0])], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/logical_not", rules=["OP-4"], oracle=ORACLE, title="LogicalNot takes only booleans.")


def add_extremes(corpus):
    for kind, chosen in (("Maximum", max), ("Minimum", min)):
        made = Single(kind, "opset1", ["a", "b"], outputs=["{{a_type}}"], body=True)

        def add(name, type_, pairs, **more):
            result = [NAN if a != a or b != b else chosen(a, b) for a, b in pairs]
            made.run(type_ + name, [vector(type_, [p[0] for p in pairs]), vector(type_, [p[1] for p in pairs])], [vector(type_, result)], **more)

        def add_all_pairs(name, type_, values, **more):
            add(name, type_, [(a, b) for a in values for b in values], **more)
        for type_ in INTEGERS:
            add_all_pairs("", type_, ordinary(type_))
            add_all_pairs("_ends", type_, ends(type_))
        for type_ in REALS:
            add_all_pairs("", type_, exact(type_, [-2.0, -1.5, 0.0, 0.1, 1.5, 1.75]))
            add_all_pairs("_large", type_, [-LARGE[type_], LARGE[type_], 1.0])
            add_all_pairs("_subnormal", type_, [TINY[type_], 0.0, -TINY[type_]], rules=["NUM-1"], **SURVEY)
            add("_special", type_, [(NAN, 1), (1, NAN), (NAN, NAN), (INF, NAN), (INF, 5), (5, -INF), (-INF, INF)], rules=["NUM-9"], **SURVEY)
        made.run("another_type", [vector("f32", [1]), vector("i32", [1])], rejected("load", "OP-4"))
        made.run("boolean", [vector("boolean", [True]), vector("boolean", [False])], rejected("load", "OP-4"))
        made.add_to(corpus, "operations/" + kind.lower(), rules=["NUM-9", "NUM-1", "OP-4"], oracle=ORACLE,
                    title="%s of two numbers of every type; if one is NaN, the result is." % kind)


def add_cases(corpus):
    add_functions(corpus)
    add_extremes(corpus)
