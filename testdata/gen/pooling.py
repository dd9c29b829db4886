"""The windows of pooling, and the greatest element and the mean of each."""

import itertools
import math
from fractions import Fraction

from case import Tensor, round_to
from single import REALS, element, filled, places

INF, NAN = math.inf, math.nan


class Axis:
    """The windows along one axis; `of(i)` has the positions of window i, also those in the padding."""

    def __init__(self, size, kernel, stride, dilation, begin, end, rounding=None, auto_pad=None):
        self.size, self.kernel, self.stride, self.dilation = size, kernel, stride, dilation
        extent = (kernel - 1) * dilation + 1
        if auto_pad in ("same_upper", "same_lower"):
            self.count = -(-size // stride)
            total = max((self.count - 1) * stride + extent - size, 0)
            begin = total // 2 if auto_pad == "same_upper" else total - total // 2
            end = total - begin
        else:
            begin, end = (0, 0) if auto_pad == "valid" else (begin, end)
            room = size + begin + end - extent
            self.count = (room // stride if rounding in (None, "floor") else -(-room // stride)) + 1
            if rounding == "ceil_torch" and (self.count - 1) * stride >= size + begin:
                self.count -= 1
        self.begin, self.end = begin, end

    def of(self, i):
        return [i * self.stride - self.begin + j * self.dilation for j in range(self.kernel)]

    def inside(self, i):
        return [p for p in self.of(i) if 0 <= p < self.size]

    def padded(self, i):
        return [p for p in self.of(i) if -self.begin <= p < self.size + self.end]


class Part:
    """The parts of adaptive pooling."""

    def __init__(self, size, count):
        self.size, self.count = size, count

    def inside(self, i):
        share = Fraction(self.size, self.count)
        return list(range(math.floor(i * share), math.ceil((i + 1) * share)))

    padded = inside


def lowest(type_):
    if type_ in REALS:
        return -INF
    return 0 if type_[0] == "u" else -2 ** (int(type_[1:]) - 1)


def greatest(x, axes, first):
    """The greatest elements and their positions, which count through the axes from `first` on."""
    counted = math.prod(x.shape[first:])
    values, positions = [], []
    for place in places(x.shape[:2] + [axis.count for axis in axes]):
        found = [place[:2] + p for p in itertools.product(*[axis.inside(i) for axis, i in zip(axes, place[2:])])]
        nans = [p for p in found if element(x, p) != element(x, p)]
        if not found:
            values.append(lowest(x.type))
            positions.append(0)
            continue
        # `max` gives the first one.
        best = nans[0] if nans else max(found, key=lambda p: (element(x, p), math.copysign(1, element(x, p))))
        values.append(element(x, best))
        at = 0
        for position, size in zip(best, x.shape):
            at = at * size + position
        positions.append(at % counted)
    shape = x.shape[:2] + [axis.count for axis in axes]
    return Tensor(x.type, shape, values), positions


def means(x, axes, exclude):
    def value(place):
        found = [element(x, place[:2] + p) for p in itertools.product(*[axis.inside(i) for axis, i in zip(axes, place[2:])])]
        count = len(found) if exclude else math.prod(len(axis.padded(i)) for axis, i in zip(axes, place[2:]))
        if x.type in REALS:
            total = 0.0
            for each in found:
                total += each
            return round_to(x.type, total / count) if count else NAN
        total = sum(found)
        return total // count if total >= 0 else -(-total // count)
    return filled(x.shape[:2] + [axis.count for axis in axes], value, x.type)


def with_bound(result, x, axes, exclude, terms):
    """A mean of f32 may be a multiple of the rounded 1 / count: four times the error of docs/bounds.md."""
    counts = [math.prod(len(axis.padded(i)) for axis, i in zip(axes, place)) for place in places([axis.count for axis in axes])]
    finite = all(math.isfinite(v) for v in list(x.values) + list(result.values))
    if x.type != "f32" or not finite or not len(result.values) or (not exclude and all(count & (count - 1) == 0 for count in counts)):
        return result
    most = max(means(Tensor(x.type, x.shape, [abs(v) for v in x.values]), axes, exclude).values)
    if most:
        result.compare = {"bound": float("%.3g" % (4 * (terms + 5) * 2.0**-24 * most))}
    return result
