"""SoftMax, LSTMCell-1 and ConvertLike. Each primitive of a formula is exact and rounded once (NUM-6)."""

import math
from fractions import Fraction

import mpmath

from case import INTEGERS, Tensor, rejected, round_to
from exact import function, nearest
from single import REALS, Single, counting, element, exact, filled, places, vector, wrapped

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_composite.py"


def rounded(type_, value):
    """A Fraction rounded to the type."""
    if value == 0:
        return 0.0
    with mpmath.workprec(2500):
        return nearest(mpmath.mpf(value.numerator) / value.denominator, type_)


def added(type_, a, b):
    return rounded(type_, Fraction(a) + Fraction(b))


def times(type_, a, b):
    return rounded(type_, Fraction(a) * Fraction(b))


def power_of(type_, x, greatest):
    """e^(x - greatest)"""
    if x == greatest:
        return 1.0
    return 0.0 if x - greatest < -2000 else function("exp", added(type_, x, -greatest), type_)


def softmax(x, axis):
    """e^(x - m) / sum of e^(x - m), where m is the greatest of a line. An infinite m or a NaN gives NaN."""
    axis %= len(x.shape)

    def line(place):
        return [element(x, place[:axis] + (j,) + place[axis + 1:]) for j in range(x.shape[axis])]

    def value(place):
        row = line(place)
        greatest = max((v for v in row if v == v), default=NAN)
        if any(v != v for v in row) or math.isinf(greatest):
            return NAN
        powers = [power_of(x.type, v, greatest) for v in row]
        total = 0.0
        for power in powers:
            total += power
        power = powers[place[axis]]
        return rounded(x.type, Fraction(power) / Fraction(round_to(x.type, total)))
    return filled(x.shape, value, x.type)


# docs/bounds.md
BOUND = {"f16": 2e-2, "bf16": 1e-1, "f32": 1.5e-6, "f64": 4e-15}


def add_softmax(corpus, kind, version, path, title):
    made = Single(kind, version, ["x"], ["axis"])

    def add(name, x, axis, given=None, bound=None, **more):
        result = softmax(x, axis)
        result.compare = {"bound": bound or BOUND[x.type]}
        made.run(name, [x], [result], {"axis": given}, **more)

    def block(type_, shape):
        return filled(shape, lambda p: exact(type_, [(sum((k + 2) * q for k, q in enumerate(p)) * 5 % 13 - 6) / 4])[0], type_)
    cube = block("f32", [2, 3, 4])
    for axis in (0, 1, 2) + ((-1, -2, -3) if version == "opset8" else ()):
        add("axis_%s" % str(axis).replace("-", "m"), cube, axis, axis, known=axis != 2)
    add("default_axis", cube, 1)
    for type_ in REALS:
        add(type_, block(type_, [2, 5]), 1, 1)
        top = {"f16": 65504.0, "bf16": 3.0e38, "f32": 3.0e38, "f64": 1e308}[type_]
        add(type_ + "_large", Tensor(type_, [1, 3], exact(type_, [1000, 1001, 999])), 1, 1, tier="survey")
        x = Tensor(type_, [2, 3], exact(type_, [top, 0, -top, -top, top, top]))
        made.run(type_ + "_extreme", [x], [softmax(x, 1)], {"axis": 1}, tier="survey")
        x = Tensor(type_, [5, 3], [NAN, 1, 2, INF, 1, 2, -INF, 1, 1, -INF, -INF, -INF, INF, INF, 0])
        made.run(type_ + "_special", [x], [softmax(x, 1)], {"axis": 1}, tier="survey")
    made.run("one_element", [Tensor("f32", [2, 1], [5, -7])], [Tensor("f32", [2, 1], [1, 1])], {"axis": 1})
    made.run("empty_line", [Tensor("f32", [2, 0], [])], [Tensor("f32", [2, 0], [])], {"axis": 1}, known=False)
    made.run("no_lines", [Tensor("f32", [0, 2], [])], [Tensor("f32", [0, 2], [])], {"axis": 1})
    if version == "opset8":
        made.run("axis_m3_of_rank_2", [block("f32", [2, 2])], rejected("load", "OP-5"), {"axis": -3})
    else:
        made.run("axis_m1", [cube], rejected("load", "OP-2"), {"axis": -1}, tier="survey")
    made.run("axis_2_of_rank_2", [block("f32", [2, 2])], rejected("load", "OP-5"), {"axis": 2})
    made.run("default_axis_of_rank_1", [vector("f32", [1, 2])], rejected("load", "OP-5"))
    made.run("axis_one", [cube], rejected("load", "OP-2"), {"axis": "one"})
    made.run("i32", [counting("i32", [2, 2])], rejected("load", "OP-4"))
    made.run("boolean", [counting("boolean", [2, 2])], rejected("load", "OP-4"))
    made.add_to(corpus, path, rules=["NUM-6", "OP-5", "OP-2", "OP-4"], oracle=ORACLE, title=title,
                notes="A NaN or infinity makes its line NaN, and so do -infinities alone.")


ACTIVATIONS = {"sigmoid": lambda t, v: function("sigmoid", v, t), "tanh": lambda t, v: function("tanh", v, t) if v else v,
               "relu": lambda t, v: v if v > 0 else 0.0}


def lstm(x, h, c, w, r, b, activations, clip):
    """The page's formula; the gates are in the order f, i, c, o."""
    type_, units = x.type, h.shape[1]
    first, second, third = [ACTIVATIONS[name] for name in activations]

    def dot(a, row, matrix, other):
        total = 0.0
        for k in range(a.shape[1]):
            total += element(a, (row, k)) * element(matrix, (other, k))
        return round_to(type_, total)

    def gate(row, at, activation):
        sum_ = added(type_, dot(x, row, w, at), dot(h, row, r, at))
        sum_ = added(type_, sum_, b.values[at] if b else 0.0)
        return activation(type_, min(max(sum_, -clip), clip) if clip else sum_)
    new_h, new_c = [], []
    for row, unit in places(h.shape):
        f, i, g, o = [gate(row, k * units + unit, second if k == 2 else first) for k in range(4)]
        cell = added(type_, times(type_, f, element(c, (row, unit))), times(type_, i, g))
        new_c.append(cell)
        new_h.append(times(type_, o, third(type_, cell)))
    return new_h, new_c


# docs/bounds.md, for the hidden and the cell state
LSTM = {"f16": (1e-2, 1e-2), "bf16": (1e-1, 1e-1), "f32": (5e-7, 1e-6), "f64": (5e-15, 5e-15)}
WITH_RELU = {"tanh,sigmoid,relu": (1.5e-7, 1e-6), "relu,relu,relu": (None, None),
                                   "sigmoid,relu,sigmoid": (1e-6, 1e-6), "tanh,tanh,tanh": None}


def add_lstm(corpus):
    batch, features, units = 2, 3, 2
    operands = ["x", "h", "c", "w", "r", "b"]
    attributes = ["hidden_size", "activations", "activations_alpha", "activations_beta", "clip", "weights_format", "input_forget"]
    shapes = [[batch, features], [batch, units], [batch, units], [4 * units, features], [4 * units, units], [4 * units]]

    def operand(type_, k):
        return filled(shapes[k],
                      lambda p: ((sum((j + 3) * q for j, q in enumerate(p)) * (2 * k + 3) + 5 * k) % 17 - (0 if k == 2 else 8)) / 16, type_)
    for biased in (True, False):
        made = Single("LSTMCell", "opset1", operands[:5 + biased], attributes, operands[3:5 + biased], ["{{x_type}}"] * 2)

        def add(name, type_, activations=None, clip=None, bounds=None, known=True, tier=None, **given):
            tensors = [operand(type_, k) for k in range(5 + biased)]
            new = lstm(*tensors, *([None] * (not biased)), (activations or "sigmoid,tanh,tanh").split(","), clip)
            result = [Tensor(type_, [batch, units], values, bound and {"bound": bound})
                             for values, bound in zip(new, bounds or LSTM[type_])]
            made.run(name, tensors, result, {"hidden_size": units, "activations": activations, "clip": clip, **given}, known,
                     **({"tier": tier} if tier else {}))
        for type_ in REALS:
            add(type_, type_, known=type_ != "f32")
        add("defaults_written", "f32", "sigmoid,tanh,tanh", 0.0, activations_alpha="",
            activations_beta="", weights_format="fico", input_forget="false")
        if biased:
            for names, bounds in WITH_RELU.items():
                add(names.replace(",", "_"), "f32", names, bounds=bounds)
            for clip in (0.25, 0.5, 0.75):
                add("clip_%d_hundredths" % (clip * 100), "f32", clip=clip, tier="survey" if clip < 0.5 else None)
            tensors = [operand("f32", k) for k in range(6)]

            def wrong(name, rule, change=None, **given):
                changed = [change.get(k, tensor) for k, tensor in enumerate(tensors)] if change else tensors
                made.run(name, changed, rejected("load", rule), {"hidden_size": units, **
                         given}, **({"tier": "survey"} if name.startswith("other") else {}))
            wrong("without_hidden_size", "OP-2", hidden_size=None)
            wrong("hidden_size_0", "OP-2", hidden_size=0)
            wrong("two_activations", "OP-2", activations="sigmoid,tanh")
            wrong("unknown_activation", "OP-2", activations="sigmoid,tanh,tan")
            wrong("clip_below_0", "OP-2", clip="-1")
            wrong("other_weights_format", "OP-2", weights_format="icof")  # others may support these
            wrong("other_forget_gate", "OP-2", input_forget="true")
            wrong("another_hidden_size", "OP-5", hidden_size=3)
            wrong("state_of_another_batch", "OP-5", {1: Tensor("f32", [3, units], [0] * 6)})
            wrong("cell_of_another_size", "OP-5", {2: Tensor("f32", [batch, 3], [0] * 6)})
            wrong("weights_of_another_input", "OP-5", {3: Tensor("f32", [8, 4], [0] * 32)})
            wrong("three_gates", "OP-5", {4: Tensor("f32", [6, 2], [0] * 12)})
            wrong("bias_of_three_gates", "OP-5", {5: Tensor("f32", [6], [0] * 6)})
            wrong("state_f16", "OP-4", {1: operand("f16", 1)})
        made.add_to(corpus, "operations/lstm_cell_1/" + ("biased" if biased else "without_bias"),
                    rules=["NUM-6", "OP-2", "OP-4", "OP-5"][:4 if biased else 1],
                    oracle=ORACLE, kind="boundary" if biased else "plain",
                    title="LSTMCell-1 %s, with the gates in the order f, i, c, o." % (
                        "with activations, clipping and a bias" if biased else "without a bias"),
                    notes="Clipping comes before the activations of the gates. Some cell states exceed 0.25." if biased else None)


def converted(value, from_, to):
    """NUM-7 and NUM-1."""
    if to == "boolean":
        return value != 0
    if to in REALS:
        return value if value != value or math.isinf(value) or value == 0 else rounded(to, Fraction(value))
    if from_ not in REALS:
        return wrapped(to, int(value))
    low, high = (0, 2 ** int(to[1:]) - 1) if to[0] == "u" else (-(2 ** (int(to[1:]) - 1)), 2 ** (int(to[1:]) - 1) - 1)
    if value != value:
        return 0
    return int(max(low, min(high, value))) if math.isinf(value) else max(low, min(high, int(value)))


def add_convert_like(corpus):
    made = Single("ConvertLike", "opset1", ["x", "like"], outputs=["{{like_type}}"])
    types = ("boolean",) + INTEGERS + REALS
    for from_ in types:
        for to in types:
            values = [False, True, True] if from_ == "boolean" else [0, 1, 2, 5] if "boolean" in to or from_[0] == "u" else [0, 1, 5, 100]
            made.run("%s_to_%s" % (from_, to), [vector(from_, values), vector(to, [1])],
                     [vector(to, [converted(v, from_, to) for v in values])])
    real_values = [2.75, -2.75, 0.5, -0.5, 300.0, -300.0, INF, -INF, NAN, -0.0]
    for from_ in REALS:
        for to in ("i8", "u8", "i32", "u64", "boolean", "f16", "f64"):
            made.run("%s_to_%s_special" % (from_, to), [vector(from_, real_values), Tensor(to, [], [0])],
                     [vector(to, [converted(v, from_, to) for v in real_values])], tier="survey", rules=["NUM-7"])
    # The page of Convert has a rule for negative integers that become unsigned.
    for name, from_, to, values, sure in (("wraps", "i32", "u8", [256, -1, 300, 255], False), ("of_negative", "i32", "u8", [-1, -300, 255], True),
                                          ("wraps", "i64", "i32", [2**32 + 5, -2**31 - 1], False),
                                          ("wraps", "u64", "i64", [2**63, 2**64 - 1], False), ("wraps", "i16", "u16", [-1, -32768], True)):
        made.run("%s_to_%s_%s" % (from_, to, name), [vector(from_, values), vector(to, [0])],
                 [vector(to, [converted(v, from_, to) for v in values])], rules=["NUM-7"], **({} if sure else {"tier": "survey"}))
    for from_, to, values in (("i32", "f32", [2**24 + 1, 2**24 + 3, -(2**24) - 1]), ("f32", "bf16", [257, 259, 3.3961775292304957e38]),
                              ("f32", "f16", [65519, 65520, 2.0**-25]),
                              ("u64", "f64", [2**53 + 1, 2**64 - 1])):
        made.run("%s_to_%s_rounds" % (from_, to), [vector(from_, exact(from_, values)), vector(to, [0])],
                 [vector(to, [converted(v, from_, to) for v in exact(from_, values)])], rules=["NUM-1"], tier="survey")
    x = counting("i32", [2, 3])
    for name, like in (("scalar", []), ("empty", [0]), ("another_shape", [3, 1, 2])):
        made.run("like_" + name, [x, Tensor("f32", like, [7] * math.prod(like))], [Tensor("f32", [2, 3], x.values)], known=name != "empty")
    made.run("scalar", [Tensor("f32", [], [5]), vector("i8", [1, 2])], [Tensor("i8", [], [5])])
    made.run("empty", [Tensor("f32", [0, 2], []), vector("i8", [1, 2])], [Tensor("i8", [0, 2], [])], known=False)
    made.add_to(corpus, "operations/convert_like", rules=["NUM-7", "NUM-1"], oracle=ORACLE,
                title="ConvertLike converts to the type of its second operand, whose shape and values do not matter.")


def add_cases(corpus):
    add_softmax(corpus, "SoftMax", "opset1", "operations/softmax/soft_max_1",
                "SoftMax-1, with a large M, normalizes along an axis that is not negative.")
    add_softmax(corpus, "Softmax", "opset1", "operations/softmax/softmax_1",
                "Softmax-1, with a small m, normalizes along an axis that is not negative.")
    add_softmax(corpus, "SoftMax", "opset8", "operations/softmax/soft_max_8", "SoftMax-8, with a large M, normalizes along any axis.")
    add_lstm(corpus)
    add_convert_like(corpus)
