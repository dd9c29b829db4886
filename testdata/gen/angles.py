"""Atan2: the angle of a point, of which the first operand is y and the second one x (NUM-4)."""

import math

import mpmath

from case import Tensor, rejected
from exact import nearest
from ops_elementwise import AUTO, add_shapes
from single import REALS, SURVEY, Single, exact, vector

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/angles.py"
WITHIN = {"ulp": 14}  # twice 6, and 2: docs/bounds.md
TINY = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}
LARGE = {"f16": 2.0**15, "bf16": 2.0**127, "f32": 2.0**127, "f64": 2.0**1023}

# y, x
POINTS = [(1, 1), (1, -1), (-1, -1), (-1, 1), (0.5, 3), (0.01, -100), (-1000, 0.001), (7, -0.25), (3, -4), (-0.1, -0.3), (0.01, 100),
          (-2, 30000)]
# y, x, the angle in eighths of the turn; what a zero has is the sign of y
ON_AXES = [(0.0, 2, 0), (-0.0, 2, 0), (0.0, 0.0, 0), (-0.0, 0.0, 0), (0.0, -0.0, 4), (-0.0, -0.0, -4), (0.0, -2, 4), (-0.0, -2, -4),
           (2, 0.0, 2), (2, -0.0, 2), (-2, 0.0, -2), (-2, -0.0, -2)]
AT_INFINITY = [(INF, INF, 1), (INF, -INF, 3), (-INF, INF, -1), (-INF, -INF, -3), (INF, 3, 2), (INF, -3, 2), (-INF, 3, -2), (-INF, -3, -2),
               (5, INF, 0), (-5, INF, 0), (5, -INF, 4), (-5, -INF, -4), (INF, 0.0, 2), (-INF, -0.0, -2), (0.0, INF, 0), (-0.0, INF, 0)]
NOT_NUMBERS = [(NAN, 1), (1, NAN), (NAN, NAN), (NAN, INF), (-INF, NAN), (NAN, 0.0), (0.0, NAN)]


def angle(type_, y, x):
    """The angle of a point that is not on an axis, rounded once."""
    with mpmath.workprec(200):
        return nearest(mpmath.atan2(mpmath.mpf(y), mpmath.mpf(x)), type_)


def eighths(type_, y, count):
    """An angle in eighths of the turn, rounded once."""
    with mpmath.workprec(200):
        return nearest(mpmath.pi * count / 4, type_) if count else math.copysign(0.0, y)


def add_values(corpus):
    made = Single("Atan2", "opset17", ["y", "x"], body=True, outputs=["{{y_type}}"])

    def run(name, type_, points, angles, compare=None, **more):
        made.run("%s%s" % (type_, name), [vector(type_, [p[0] for p in points]), vector(type_, [p[1] for p in points])],
                 [Tensor(type_, [len(points)], angles, compare)], **more)

    for type_ in REALS:
        points = [exact(type_, point) for point in POINTS]
        run("", type_, points, [angle(type_, *point) for point in points], WITHIN)
        run("_on_axes", type_, ON_AXES, [eighths(type_, y, count) for y, _, count in ON_AXES], **SURVEY)
        run("_at_infinity", type_, AT_INFINITY, [eighths(type_, y, count) for y, _, count in AT_INFINITY], WITHIN, **SURVEY)
        run("_not_numbers", type_, NOT_NUMBERS, [NAN] * len(NOT_NUMBERS), rules=["NUM-4", "NUM-5"], **SURVEY)
        tiny, large = TINY[type_], LARGE[type_]
        # An angle near 0 is less than its tangent, which is 0.5, 1, 1.5, 2.5 or 2.75 of the smallest number.
        halves = [(1, 2, 0), (-1, 2, -0.0), (2, 2, 1), (3, 2, 1), (-3, 2, -1), (5, 2, 2), (11, 4, 3)]
        run("_halves", type_, [(y * tiny, x) for y, x, _ in halves], [count * tiny for _, _, count in halves], **SURVEY)
        far = [(large, tiny, 2), (-large, -tiny, -2), (tiny, large, 0), (-tiny, large, 0), (tiny, -large, 4), (-tiny, -large, -4)]
        run("_far_and_near", type_, far, [eighths(type_, y, count) for y, _, count in far], WITHIN, **SURVEY)
    made.add_to(corpus, "numeric/angles", rules=["NUM-4"], oracle=ORACLE,
                title="Atan2 is the angle of the point (x, y), rounded once. On axes and at infinity, zeros have signs.",
                notes="The f32 that is nearest to pi is above pi, and the f16 is below it. An angle whose tangent is halfway between "
                      "two numbers is rounded to the one that is nearer to 0, because the angle is less than the tangent.")


def add_operands(corpus):
    made = Single("Atan2", "opset17", ["a", "b"], ["auto_broadcast", AUTO], outputs=["{{a_type}}"])
    add_shapes(corpus, made, "f32", lambda y, x: angle("f32", y, x), lambda p: sum(p) * 3 % 5 - 2.5, lambda p: sum(p) * 2 % 5 - 1.25,
               "f32", WITHIN)
    for type_ in ("i32", "u8", "boolean"):
        made.run(type_, [vector(type_, [1]), vector(type_, [1])], rejected("load", "OP-4"))
    made.run("another_type", [vector("f32", [1]), vector("f64", [1])], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/of_two_operands/atan2", rules=["OP-4", "OP-5", "OP-2"], oracle=ORACLE,
                title="Atan2 of operands that stretch to one shape, which have one real type.")


def add_cases(corpus):
    for add in (add_values, add_operands):
        add(corpus)
