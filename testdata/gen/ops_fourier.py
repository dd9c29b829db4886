"""DFT, IDFT, RDFT and IRDFT: for each element of the output the whole sum of the page (OP-39)."""

import cmath
import itertools
import math

import ir
import mpmath
from case import Tensor, rejected, round_to
from frames import slices
from single import REALS, SURVEY, Single, element, filled, places, vector

ORACLE = "generator: gen/ops_fourier.py"
KINDS = (("DFT", 7), ("IDFT", 7), ("RDFT", 9), ("IRDFT", 9))


def numbers_of(kind, x):
    """The shape of the numbers, and each of them by its position."""
    if kind == "RDFT":
        return x.shape, {p: complex(element(x, p), 0) for p in places(x.shape)}
    return x.shape[:-1], {p: complex(element(x, p + (0,)), element(x, p + (1,))) for p in places(x.shape[:-1])}


def plan(kind, shape, axes, sizes):
    """The normalized axes and their transformed sizes."""
    axes = [axis % len(shape) for axis in axes]
    whole = [shape[axis] for axis in axes]
    if kind == "IRDFT":
        whole[-1] = 2 * (whole[-1] - 1)
    return axes, [full if size == -1 else size for full, size in zip(whole, sizes or [-1] * len(axes))]


def padded(kind, shape, values, axes, sizes):
    """The numbers that are summed: trimmed, padded and, for IRDFT, with conjugates along the last axis."""
    limits = list(shape)
    for axis, size in zip(axes, sizes):
        limits[axis] = size

    def value(place):
        place, last = list(place), axes[-1] if axes else None
        conjugate = kind == "IRDFT" and place[last] > sizes[-1] // 2
        if conjugate:
            for axis, size in zip(axes, sizes):
                place[axis] = -place[axis] % size
        x = values.get(tuple(place), 0j)
        return x.conjugate() if conjugate else x
    return limits, value


def fourier(kind, x, axes, sizes=None):
    """The exact sums, nearly: in double with the functions of cmath."""
    shape, values = numbers_of(kind, x)
    axes, sizes = plan(kind, shape, axes, sizes)
    limits, value = padded(kind, shape, values, axes, sizes)
    inverse = kind.startswith("I")
    result = list(limits)
    if kind == "RDFT":
        result[axes[-1]] = sizes[-1] // 2 + 1
    out = []
    for place in places(result):
        total = 0j
        for summed in itertools.product(*map(range, sizes)):
            at = list(place)
            for axis, position in zip(axes, summed):
                at[axis] = position
            turns = sum(place[axis] * position / size for axis, position, size in zip(axes, summed, sizes))
            total += value(at) * cmath.exp((2j if inverse else -2j) * math.pi * turns)
        out.append(total / math.prod(sizes) if inverse else total)
    return result, out


def is_clear(result):
    """Whether no permitted rounding changes the nearest whole numbers."""
    return all(abs(y - math.floor(y) - 0.5) > 0.02 for y in result)


class Whole(Single):
    """An operation whose result is rounded to whole numbers."""

    def layer(self, graph, values, outputs):
        type_ = "{{%s_type}}" % self.operands[0]
        found = super().layer(graph, values, [type_])[0]
        near = graph.op("Round", found, version="opset5", type=type_, shape="...", mode="half_to_even")
        return [graph.op("Convert", near, type="i32", shape="...", destination_type="i32")]


def data(kind, shape, type_="f32", scale=50):
    """Numbers without a pattern, so that no two outputs are equal."""
    whole_shape = list(shape) + ([] if kind == "RDFT" else [2])
    return filled(whole_shape, lambda p: float((sum((7 * k + 5) * q * q + 3 * q for k, q in enumerate(p)) * 13 + 4) % 23 - 9) * scale, type_)


def parts(numbers):
    return [x for number in numbers for x in (number.real, number.imag)]


def add_cases(corpus):
    for kind, version in KINDS:
        add_whole(corpus, kind, version)
    add_bits(corpus)
    add_combined(corpus)


def add_whole(corpus, kind, version):
    from_real, to_real = kind == "RDFT", kind == "IRDFT"
    for sized in (False, True):
        made = Whole(kind, "opset%d" % version, ["x", "axes", "sizes"][:2 + sized], constants=["axes", "sizes"][:1 + sized], outputs=["i32"])

        def add(name, shape, axes, sizes=None, type_="f32", scale=None, index="i64", known=True, x=None, **more):
            given, values = x, [0.5]
            scale, step = scale or 24, 24 if scale is None else 1
            while not is_clear(values):
                x = given or data(kind, shape, type_, scale)
                result, values = fourier(kind, x, axes, sizes)
                values = [y.real for y in values] if to_real else parts(values)
                scale += step
            operands = [x, vector(index, axes)] + ([vector(index, sizes)] if sized else [])
            if to_real and sizes and sizes[-1] not in (-1, 2 * (shape[axes[-1]] - 1)):
                more = {"rules": ["OP-39"], **SURVEY}
            made.run(name, operands, [Tensor("i32", result + ([] if to_real else [2]), [round(y) for y in values])], known=known, **more)

        def reject(name, shape, axes, rule, sizes=None, type_="f32", index="i64", **more):
            tensor = Tensor(type_, shape, [1] * math.prod(shape))
            made.run(name, [tensor, vector(index, axes)] + ([vector(index, sizes or [-1] * len(axes))] if sized else []), rejected("load", rule), **more)
        last = [] if from_real else [2]
        if sized:
            for size in (1, 2, 3, 4, 5, 6, 7, 8):
                add("size_%d_of_5" % size, [5], [0], [size], known=size % 2 == 0)
            add("size_m1", [5], [0], [-1])
            add("two_sizes", [3, 2, 4], [0, 1] if to_real else [0, 2], [2, -1], index="i32")
            add("in_the_order_of_axes", [3, 2, 4], [2, 0], [5, 2])
            reject("size_m2", [4] + last, [0], "OP-6", [-2], **SURVEY)
            reject("size_0", [4] + last, [0], "OP-6", [0], **SURVEY)
            reject("two_sizes_of_an_axis", [4] + last, [0], "OP-5", [2, 2])
        else:
            for size in (1, 2, 3, 4, 5, 8, 12):
                if not (to_real and size == 1):
                    add("size_%d" % size, [size], [0], known=size % 2 == 0)
            for axis in (0, 1, 2, -1, -2, -3):
                add("axis_%s" % str(axis).replace("-", "m"), [3, 2, 4], [axis], known=axis < 0)
            for axes in ([0, 1], [2, 0], [1, 2, 0], [-1, 0]):
                add("axes_" + "_".join(str(axis).replace("-", "m") for axis in axes), [3, 2, 4], axes)
            add("axes_i32", [3, 2, 4], [1], index="i32")
            for type_ in REALS:
                if type_ != "f32":
                    add(type_, [4], [0], type_=type_, scale=8 if to_real or kind == "IDFT" else 1, **(SURVEY if type_ == "f64" else {}))
            if kind in ("DFT", "IDFT"):
                add("no_axes", [3, 2], [], rules=["OP-39"], **SURVEY)
                add("no_numbers", [0, 4], [1], x=Tensor("f32", [0, 4, 2], []))
            else:
                reject("no_axes", [3, 2] + last, [], "OP-5", **SURVEY)
            reject("axis_of_the_parts" if last else "axis_beyond", [3, 2] + last, [2], "OP-6")
            reject("axis_too_low", [3, 2] + last, [-3], "OP-6")
            reject("axis_twice", [3, 2] + last, [0, -2], "OP-6")
            reject("integers", [3] + last, [0], "OP-4", type_="i32")
            reject("real_axes", [3] + last, [0], "OP-4", index="f32")
            if last:
                reject("three_parts", [3, 3], [0], "OP-5")
                reject("scalar", [], [0], "OP-5")
        made.add_to(corpus, "operations/fourier/%s_%s" % (kind.lower(), "with_sizes" if sized else "of_whole_axes"),
                    rules=["OP-39", "OP-4", "OP-5", "OP-6"], oracle=ORACLE,
                    title="%s%s, rounded to whole numbers." % (kind, " of signals that are trimmed or padded" if sized else ""))


def on_circle(k, n):
    """cos and sin of 2 pi k / n, each rounded once."""
    with mpmath.workprec(200):
        turn = mpmath.mpf(2) * k / n
        return float(mpmath.cospi(turn)), float(mpmath.sinpi(turn))


def dft_of_a_line(line, inverse):
    """OP-39, step by step in double."""
    out = []
    for m in range(len(line)):
        total = [0.0, 0.0]
        for j, (re, im) in enumerate(line):
            c, s = on_circle(j * m % len(line), len(line))
            s = s if inverse else -s
            total[0] += re * c - im * s
            total[1] += re * s + im * c
        out.append(total)
    return out


def add_bits(corpus):
    """The same bits as here: only OP-39 fixes them."""
    for kind in ("DFT", "IDFT"):
        made = Single(kind, "opset7", ["x", "axes"], constants=["axes"], outputs=["{{x_type}}"])
        for size, type_ in itertools.product((1, 2, 3, 5, 8, 12, 30), REALS):
            x = filled([size, 2], lambda p: round_to(type_, ((p[0] * p[0] * 29 + p[1] * 17 + 5) % 31 - 11) / 8), type_)
            line = dft_of_a_line([(element(x, (k, 0)), element(x, (k, 1))) for k in range(size)], kind == "IDFT")
            values = [round_to(type_, v / (size if kind == "IDFT" else 1)) for pair in line for v in pair]
            made.run("size_%d_%s" % (size, type_), [x, vector("i64", [0])], [Tensor(type_, [size, 2], values)], rules=["OP-39"], **SURVEY)
        made.add_to(corpus, "operations/fourier/%s_bits" % kind.lower(), rules=["OP-39"], oracle=ORACLE,
                    title="%s sums in double, with numbers of the circle that are rounded once." % kind)


def add_combined(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, 4, 2]), graph.parameter("H0", "i32", [1, 4, 2])
    body = graph.body()
    own, h = body.parameter("x", "f32", [1, 4, 2]), body.parameter("h", "i32", [1, 4, 2])
    turned = body.op("DFT", own, body.const("i64", [1]), version="opset7", shape=[1, 4, 2])
    near = body.op("Round", turned, version="opset5", shape=[1, 4, 2], mode="half_to_even")
    total = body.op("Add", h, body.op("Convert", near, type="i32", shape=[1, 4, 2], destination_type="i32"), shape=[1, 4, 2])
    loop = graph.tensor_iterator(body)
    loop.input(x, own, axis=0)
    loop.input(h0, h)
    result = body.result(total, "total")
    loop.back_edge(result, h)
    graph.result(loop.output(result, type_="i32", shape=[-1, 4, 2], **slices()), "TOTAL")
    first, second = [1, 0, 2, 0, 3, 0, 4, 0], [10, 0, 2, 2, 6, 0, 2, 6]
    corpus.add("operations/fourier/signals_of_a_loop", rules=["OP-39"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data,
               title="Each iteration transforms a signal and adds it to a state.",
               notes="1, 2, 3, 4 becomes 10, -2 + 2i, -2, -2 - 2i. 10, 2 + 2i, 6, 2 + 6i becomes 20 + 8i, 0, 12 - 8i, 8.",
               runs=[{"name": "two_signals", "inputs": {"X": Tensor("f32", [2, 4, 2], first + second), "H0": Tensor("i32", [1, 4, 2], [0] * 8)},
                      "outputs": [Tensor("i32", [2, 4, 2], [10, 0, -2, 2, -2, 0, -2, -2] + [30, 8, -2, 2, 10, -8, 6, -2])]}])
