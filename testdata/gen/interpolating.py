"""Interpolate with exact positions: which elements each element of the output depends on, and how much."""

import itertools
import math
from fractions import Fraction

from case import Tensor, round_to
from single import REALS, element, filled, places

HALF = Fraction(1, 2)


def position(how, x, scale, size, out):
    """Where element x of the output is in data."""
    if how == "align_corners":
        return Fraction(0) if out == 1 else Fraction(x * (size - 1), out - 1)
    if how == "pytorch_half_pixel" and out == 1:
        return Fraction(0)
    moved = x if how == "asymmetric" else x + HALF
    return Fraction(moved) / scale - (HALF if how in ("half_pixel", "pytorch_half_pixel") else 0)


def nearest(how, at, scale):
    if how == "round_prefer_floor":
        return math.ceil(at - HALF)
    if how == "round_prefer_ceil":
        return math.floor(at + HALF)
    if how == "simple":
        return math.ceil(at) if scale < 1 else math.trunc(at)
    return math.floor(at) if how == "floor" else math.ceil(at)


def triangle(distance):
    return max(Fraction(0), 1 - abs(distance))


def normalized(weights):
    """Exact weights of elements, divided by their sum and rounded."""
    total = sum(weights)
    return [(k, float(w / total)) for k, w in enumerate(weights) if w > 0] if total else []


def cubic(t, a):
    """The page's coefficients, in its order."""
    return [a * (t - 1.0) * (t - 1.0) * t, ((a + 2.0) * t - (a + 3.0)) * t * t + 1.0,
            (((-a - 2.0) * t + (2.0 * a + 3.0)) * t - a) * t, -a * t * t * (t - 1.0)]


def pillow_cubic(distance, a):
    if distance < 1:
        return ((a + 2.0) * distance - (a + 3.0)) * distance * distance + 1.0
    return (((distance - 5.0) * distance + 8.0) * distance - 4.0) * a if distance < 2 else 0.0


class Along:
    """One axis: `of(x)` has the elements and weights of element x of the output."""

    def __init__(self, size, out, scale, mode, how="half_pixel", near="round_prefer_floor", antialias=False, a=-0.75):
        self.size, self.out, self.mode, self.near, self.a = size, out, mode, near, a
        pillow = mode.endswith("pillow")
        self.scale = Fraction(out, size) if pillow or scale is None else Fraction(scale)
        self.how = "half_pixel" if pillow else how
        self.antialias = antialias
        self.narrow = min(self.scale, 1) if pillow else self.scale if antialias else 1

    def at(self, x):
        return position(self.how, x, self.scale, self.size, self.out)

    def of(self, x):
        at, last = self.at(x), self.size - 1
        inside = lambda k: max(0, min(k, last))  # noqa: E731
        if self.mode == "nearest":
            return [(inside(nearest(self.near, at, self.scale)), 1.0)]
        if self.mode == "linear_onnx":
            return normalized([triangle(max(0, min(at, last)) - k) for k in range(self.size)])
        if self.mode in ("linear", "bilinear_pillow"):
            return normalized([triangle(self.narrow * (at - k)) for k in range(self.size)])
        if self.mode == "cubic":
            first = math.floor(at)
            weights = cubic(float(at - first), self.a)
            return [(inside(first + k - 1), w) for k, w in enumerate(weights) if w]
        weights = [(k, pillow_cubic(float(self.narrow * abs(at - k)), self.a)) for k in range(self.size)]
        total = 0.0
        for _, w in weights:
            total += w
        return [(k, w / total) for k, w in weights if w] if total else []

    def numbers(self, x):
        return [float(self.at(x)) if self.at(x).denominator <= 4096 else 0.1] + [w for _, w in self.of(x)]

    def is_plain(self):
        """Whether positions and weights are multiples of 2^-12, so that sums of small numbers are exact."""
        return all((w * 4096).is_integer() for x in range(self.out) for w in self.numbers(x))

    def is_delicate(self):
        """Whether a rounded scale may lead to another element."""
        if self.how == "align_corners" or self.scale.denominator & (self.scale.denominator - 1) == 0:
            return False
        offset = HALF if self.near.startswith("round") else 0
        return any((self.at(x) + offset).denominator == 1 for x in range(self.out))


    def is_disputed(self):
        """Whether the page's code, which rounds halves to even, takes another element than its text."""
        return self.near == "round_prefer_ceil" and any((self.at(x) - HALF) % 2 == 0 for x in range(self.out))


def as_element(type_, value):
    if type_ in REALS:
        return round_to(type_, value)
    if math.isnan(value):
        return 0
    bits = int(type_[1:])
    low, high = (0, 2**bits - 1) if type_[0] == "u" else (-2 ** (bits - 1), 2 ** (bits - 1) - 1)
    return max(low, min(high, value if math.isinf(value) else round(value)))


def padded(x, begin, end):
    begin, end = [pads + [0] * (len(x.shape) - len(pads)) for pads in (begin, end)]
    shape = [b + size + e for b, size, e in zip(begin, x.shape, end)]

    def value(place):
        inner = [p - b for p, b in zip(place, begin)]
        inside = all(0 <= p < size for p, size in zip(inner, x.shape))
        return element(x, inner) if inside else 0
    return filled(shape, value, x.type)


def interpolate(x, along):
    """`along`: an Along for each interpolated axis, by axis."""
    shape = [along[axis].out if axis in along else size for axis, size in enumerate(x.shape)]

    def value(place):
        choices = [along[axis].of(p) if axis in along else [(p, 1.0)] for axis, p in enumerate(place)]
        if all(axis.mode == "nearest" for axis in along.values()):
            return element(x, [choice[0][0] for choice in choices])
        total = 0.0
        for terms in itertools.product(*choices):
            weight = 1.0
            for (_, w), axis in zip(terms, range(len(place))):
                weight = weight * w if axis in along else weight
            total += weight * element(x, [k for k, _ in terms])
        return as_element(x.type, total)
    return Tensor(x.type, shape, [value(place) for place in places(shape)])


def tolerance(x, along):
    """The error of docs/bounds.md: positions and weights in f32, and roundings of the sum."""
    unit = {"f32": 2.0**-24, "f16": 2.0**-11, "bf16": 2.0**-8, "f64": 2.0**-53}[x.type]
    magnitude, change, terms = 1.0, 0.0, 1
    for axis in along.values():
        error = 6 * 2.0**-24 * (max(axis.size, axis.out) + 2)
        of_cubic = 2 * abs(axis.a) + 2 * (3 * abs(axis.a + 2) + 2 * abs(axis.a + 3))
        reached = 2 * math.ceil(max(Fraction(axis.size, axis.out), 1)) + 2
        spread = axis.mode == "bilinear_pillow" or axis.antialias
        by_mode = {"cubic": (4, 1 + abs(axis.a) / 2, of_cubic), "bicubic_pillow": (2 * reached, 2, 6 * of_cubic)}
        count, own, slope = by_mode.get(axis.mode, (reached, 1, 32) if spread else (2, 1, 4))
        terms *= count
        change = change * own + magnitude * slope * error
        magnitude *= own
    most = max(abs(v) for v in x.values)
    return float("%.2g" % (1.1 * (2 * change + (terms + 16) * unit * magnitude) * most))
