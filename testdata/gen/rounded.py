"""Arithmetic of any real type that rounds after each step, with infinities, NaN and -0."""

import math
from fractions import Fraction

from exact import FORMATS, LARGEST, function

INF, NAN = math.inf, math.nan


def nearest(type_, exact, zero):
    """The value of a type nearest to a Fraction, ties to even; `zero` has the sign of a result 0."""
    digits, least = FORMATS[type_]
    if exact == 0:
        return zero
    place = max(exact.numerator.bit_length() - exact.denominator.bit_length() - digits, least)
    if abs(exact) >= Fraction(2) ** (place + digits):
        place += 1
    count = round(exact / Fraction(2) ** place)  # to even
    result = abs(count) * Fraction(2) ** place
    return math.copysign(INF if result > Fraction(LARGEST[type_]) else float(result), exact)


class Rounded:
    """A value of a type. Every operator rounds once."""

    def __init__(self, type_, value):
        self.type, self.value = type_, value
        if math.isfinite(value):
            self.value = nearest(type_, Fraction(value), value)

    def of(self, value):
        return value if isinstance(value, Rounded) else Rounded(self.type, float(value))

    def computed(self, other, exact, otherwise):
        """`exact` of two Fractions; `otherwise` of two floats, for infinities, NaN and the sign of 0."""
        a, b = self.value, self.of(other).value
        rough = otherwise(a, b)
        if not (math.isfinite(a) and math.isfinite(b)) or exact is None:
            return Rounded(self.type, rough)
        return Rounded(self.type, nearest(self.type, exact(Fraction(a), Fraction(b)), math.copysign(0.0, rough)))

    def __add__(self, other):
        return self.computed(other, lambda a, b: a + b, lambda a, b: a + b)

    def __sub__(self, other):
        return self.computed(other, lambda a, b: a - b, lambda a, b: a - b)

    def __mul__(self, other):
        return self.computed(other, lambda a, b: a * b, lambda a, b: a * b)

    def __truediv__(self, other):
        b = self.of(other).value
        if b == 0:
            a = self.value
            sign = math.copysign(1.0, a) * math.copysign(1.0, b)
            return Rounded(self.type, NAN if a == 0 or math.isnan(a) else sign * INF)
        return self.computed(other, lambda a, b: a / b, lambda a, b: a / b)

    def __radd__(self, other):
        return self.of(other) + self

    def __rmul__(self, other):
        return self.of(other) * self

    def at_least(self, other):
        """The larger one; NaN if one is NaN."""
        b = self.of(other)
        return Rounded(self.type, NAN) if self.isnan() or b.isnan() else (self if self.value > b.value else b)

    def at_most(self, other):
        b = self.of(other)
        return Rounded(self.type, NAN) if self.isnan() or b.isnan() else (self if self.value < b.value else b)

    def isnan(self):
        return math.isnan(self.value)

    def cubed(self):
        if not math.isfinite(self.value):
            return self
        return Rounded(self.type, nearest(self.type, Fraction(self.value) ** 3, self.value))

    def whole(self):
        """The nearest whole number; of two, the even one."""
        return Rounded(self.type, math.copysign(round(self.value), self.value)) if math.isfinite(self.value) else self

    def apply(self, name):
        return Rounded(self.type, correctly_rounded(name, self.value, self.type))


# What functions give at infinity; an odd function gives x at 0.
AT_INFINITY = {"exp": INF, "log": INF, "tanh": 1.0, "sigmoid": 1.0, "tan": NAN, "asin": NAN, "acos": NAN, "sinh": INF, "cosh": INF,
               "asinh": INF, "acosh": INF, "atanh": NAN, "erf": 1.0, "sin": NAN, "cos": NAN}
AT_MINUS_INFINITY = {"exp": 0.0, "log": NAN, "sigmoid": 0.0, "cosh": INF, "acosh": NAN}
ODD = {"tanh", "tan", "asin", "atan", "sinh", "asinh", "atanh", "erf", "sin"}
DOMAIN = {"log": (0, INF), "asin": (-1, 1), "acos": (-1, 1), "acosh": (1, INF), "atanh": (-1, 1)}


def correctly_rounded(name, x, type_):
    """A function of any value of a type."""
    least, most = DOMAIN.get(name, (-INF, INF))
    if math.isnan(x) or not least <= x <= most:
        return NAN
    if x == 0 and name in ODD:
        return x
    if name == "log" and x == 0:
        return -INF
    if name == "atanh" and abs(x) == 1:
        return math.copysign(INF, x)
    if name == "atan" and math.isinf(x):
        return math.copysign(function("atan", 1e300, type_), x)
    if math.isinf(x):
        return AT_INFINITY[name] if x > 0 else AT_MINUS_INFINITY.get(name, -AT_INFINITY[name])
    if name in ("exp", "sinh", "cosh") and abs(x) > 1e4:
        return AT_INFINITY[name] if x > 0 else AT_MINUS_INFINITY.get(name, -AT_INFINITY[name])
    if name == "erf" and abs(x) > 100:
        return math.copysign(1.0, x)
    return function(name, x, type_)
