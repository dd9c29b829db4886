"""The formulas of normalizations and norms, rounded at each step (NUM-6)."""

import itertools
import math
from fractions import Fraction

from case import INTEGERS, Tensor, round_to
from rounded import Rounded, correctly_rounded, nearest
from single import element, filled, places, wrapped

INF, NAN = math.inf, math.nan


def root(value):
    """sqrt of a Rounded."""
    x = value.value
    if math.isnan(x) or x < 0:
        return Rounded(value.type, NAN)
    return Rounded(value.type, x if x in (0, INF) else correctly_rounded("sqrt", x, value.type))


def total(type_, values):
    """A sum in double, rounded once."""
    result = 0.0
    for value in values:
        result += value.value
    return Rounded(type_, round_to(type_, result))


def mean(type_, values):
    result = 0.0
    for value in values:
        result += value.value
    return Rounded(type_, round_to(type_, result / len(values)) if values else NAN)


def slices(shape, axes):
    """For each position the positions that differ from it only along the axes, in row-major order."""
    return lambda place: itertools.product(*[range(size) if k in axes else [place[k]] for k, size in enumerate(shape)])


def at(x, place):
    return Rounded(x.type, element(x, place))


def computed(x, formula):
    """formula(element, position) for each element, which are Rounded."""
    return filled(x.shape, lambda place: formula(at(x, place), place).value, x.type)


def normalized(x, axes, finish):
    """finish(t, mean of t * t) where t is x without its mean along the axes."""
    along = slices(x.shape, {axis % max(len(x.shape), 1) for axis in axes})
    centred = {place: at(x, place) - mean(x.type, [at(x, p) for p in along(place)]) for place in places(x.shape)}
    return computed(x, lambda _, place: finish(centred[place], lambda: mean(x.type, [centred[p] * centred[p] for p in along(place)])))


def mvn(x, axes, eps, divides, inside=True):
    def finish(t, variance):
        if not divides:
            return t
        return t / (root(variance() + eps) if inside else root(variance()) + eps)
    return normalized(x, axes, finish)


def l2(x, axes, eps, adds):
    along = slices(x.shape, {axis % max(len(x.shape), 1) for axis in axes})

    def formula(value, place):
        squares = total(x.type, [at(x, p) * at(x, p) for p in along(place)])
        return value / root(squares + eps if adds else squares.at_least(eps))
    return computed(x, formula)


def lrn(x, axes, alpha, beta, bias, size):
    """beta is 1 or 2."""
    axes = {axis % len(x.shape) for axis in axes}
    share = Rounded(x.type, alpha / size ** len(axes))

    def formula(value, place):
        region = itertools.product(*[range(max(0, p - size // 2), min(n, p + size // 2 + 1)) if k in axes else [p]
                                     for k, (p, n) in enumerate(zip(place, x.shape))])
        base = Rounded(x.type, bias) + share * total(x.type, [at(x, p) * at(x, p) for p in region])
        power = base if beta == 1 else Rounded(x.type, nearest(x.type, Fraction(base.value) ** 2, 0.0))
        return value / power
    return computed(x, formula)


def norm(kind, x, axes):
    """The norm along the axes, which stay; without axes a copy."""
    axes = {axis % len(x.shape) for axis in axes}
    if not axes:
        return x
    along = slices(x.shape, axes)

    def value(place):
        elements = [element(x, p) for p in along(place)]
        if x.type in INTEGERS:
            if kind == "ReduceL1":
                return wrapped(x.type, sum(wrapped(x.type, abs(v)) for v in elements))
            squares = wrapped(x.type, sum(v * v for v in elements))
            low = math.isqrt(squares) if squares >= 0 else 0
            return low + (squares - low * low > low)  # the nearer one
        if kind == "ReduceL1":
            return total(x.type, [Rounded(x.type, abs(v)) for v in elements]).value
        return root(total(x.type, [Rounded(x.type, v) * v for v in elements])).value
    return filled([1 if k in axes else size for k, size in enumerate(x.shape)], value, x.type)


def without(x, axes):
    axes = {axis % len(x.shape) for axis in axes}
    return Tensor(x.type, [size for k, size in enumerate(x.shape) if k not in axes], x.values)


DIGITS = {"f32": 2.0**-24, "f16": 2.0**-11, "bf16": 2.0**-8, "f64": 2.0**-53}


def bounded(made_tensor, steps):
    """A tolerance of so many half units of the largest element: docs/bounds.md allows each step an error."""
    finite = [abs(v) for v in made_tensor.values if math.isfinite(v)]
    if finite and max(finite) > 0:
        made_tensor.compare = {"bound": float("%.2g" % (steps * DIGITS[made_tensor.type] * max(finite)))}
    return made_tensor
