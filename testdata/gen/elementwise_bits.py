"""Round, IsNaN, IsInf, IsFinite, bitwise operations, shifts and FakeQuantize (NUM-11, NUM-12, OP-7)."""

import math
from fractions import Fraction

import ir
from case import Tensor, round_to
from elementwise import INF, NAN, REALS, looped, specials, vector
from frames import begin, scan, slices, typed
from rounded import Rounded

LIMITS = {"i8": (-128, 127), "u8": (0, 255), "i16": (-2**15, 2**15 - 1), "u16": (0, 2**16 - 1), "i32": (-2**31, 2**31 - 1),
          "u32": (0, 2**32 - 1), "i64": (-2**63, 2**63 - 1), "u64": (0, 2**64 - 1)}


def wrapped(type_, value):
    low, high = LIMITS[type_]
    return (value - low) % (high - low + 1) + low


def rounded_away(x):
    """The nearest whole number; of two, the one farther from 0."""
    if not math.isfinite(x):
        return x
    return math.copysign(math.floor(abs(Fraction(x)) + Fraction(1, 2)), x)


def rounded_to_even(x):
    return math.copysign(round(Fraction(x)), x) if math.isfinite(x) else x


def add_round(corpus):
    runs = []
    # beside a half, and the first odd numbers that have no fraction in the type
    below_half = {"f16": 0.5 - 2.0**-12, "bf16": 0.5 - 2.0**-9, "f32": 0.5 - 2.0**-25, "f64": 0.5 - 2.0**-54}
    whole = {"f16": 2.0**10 + 1, "bf16": 2.0**7 + 1, "f32": 2.0**23 + 1, "f64": 2.0**52 + 1}
    for mode, formula in ((None, rounded_to_even), ("half_to_even", rounded_to_even), ("half_away_from_zero", rounded_away)):
        for type_ in REALS:
            for kind, values in (("ties", [-4.5, -2.5, -1.5, 0.5, 1.5, 2.5, 3.5, 31.5]), ("others", [-1.9, 0.9, 2.3, -7.25, 3.0, -100.0, 0.75]),
                                 ("borders", [below_half[type_], whole[type_], -whole[type_]]),
                                 ("negative_zero", [-0.5, -0.25, -below_half[type_]]), ("special", specials(type_))):
                values = [round_to(type_, v) for v in values]
                runs.append({"name": "%s_%s_%s" % (mode or "default", type_, kind), "at": typed(type_) + [mode],
                             **({"tier": "survey"} if kind in ("negative_zero", "special") else {}),
                             "inputs": {"X": vector(type_, values)}, "outputs": [vector(type_, [formula(v) for v in values])]})
        for type_, limits in LIMITS.items():
            values = [0, 1, 5, 6, 100, *limits]
            runs.append({"name": "%s_%s" % (mode or "default", type_), "at": typed(type_) + [mode],
                         "inputs": {"X": vector(type_, values)}, "outputs": [vector(type_, values)]})
    corpus.add("numeric/round", rules=["NUM-12"], kind="boundary", oracle="generator: gen/elementwise_bits.py",
               model=looped("Round", version="opset5", mode="{{mode}}"), columns=["type", "precision", "mode"], runs=runs,
               title="Round gives the nearest whole number; halves go to the even one, or away from 0.",
               notes="-0.25 gives -0. 2^23 + 1 of f32 has no fraction; if 0.5 were added first, it would become 2^23 + 2. The largest f32 "
                     "below 0.5 gives 0.")


def add_classes(corpus):
    runs = []
    for op, formula in (("IsNaN", math.isnan), ("IsFinite", math.isfinite)):
        for type_ in REALS:
            values = specials(type_) + [1.0, -2.5]
            runs.append({"name": "%s_%s" % (op.lower(), type_), "at": typed(type_) + [op], "inputs": {"X": vector(type_, values)},
                         "outputs": [vector("boolean", [formula(v) for v in values])]})
    corpus.add("numeric/classes", rules=["NUM-5"], kind="boundary", oracle="generator: gen/elementwise_bits.py",
               model=looped("{{op}}", version="opset10", output="boolean"), columns=["type", "precision", "op"], runs=runs,
               title="IsNaN and IsFinite tell NaN, infinities and numbers apart.")
    runs = []
    for negative, positive in ((None, None), ("false", None), (None, "false"), ("false", "false"), ("true", "true")):
        for type_ in REALS:
            values = specials(type_) + [1.0, -2.5]
            out = [math.isinf(v) and (negative if v < 0 else positive) != "false" for v in values]
            runs.append({"name": "negative_%s_positive_%s_%s" % (negative or "default", positive or "default", type_),
                         "at": typed(type_) + [negative, positive], "inputs": {"X": vector(type_, values)}, "outputs": [vector("boolean", out)]})
    corpus.add("numeric/is_inf", rules=["OP-2"], kind="boundary", oracle="generator: gen/elementwise_bits.py",
               model=looped("IsInf", version="opset10", output="boolean", detect_negative="{{detect_negative}}",
                            detect_positive="{{detect_positive}}"),
               columns=["type", "precision", "detect_negative", "detect_positive"], runs=runs,
               title="IsInf detects both infinities, unless an attribute excludes one of them.")


def of_two(version):
    """A TensorIterator that applies {{op}} to each pair of elements of A and B."""
    graph = ir.Graph()
    a, b = graph.parameter("A", "{{type}}", [-1]), graph.parameter("B", "{{type}}", [-1])
    loop, body = begin("tensor_iterator", graph, None)
    ai, bi = body.parameter("a", "{{type}}", [1]), body.parameter("b", "{{type}}", [1])
    y = body.result(body.op("{{op}}", ai, bi, version=version, auto_broadcast="numpy"), "y")
    loop.input(a, ai, **slices())
    loop.input(b, bi, **slices())
    graph.result(loop.output(y, shape=[-1], **scan()), "Y")
    return graph.text()


def pairs_run(name, type_, op, pairs, results, **more):
    return {"name": name, "at": typed(type_) + [op], **more,
            "inputs": {key: vector(type_, [pair[side] for pair in pairs]) for side, key in enumerate("AB")},
            "outputs": [vector(type_, results)]}


def add_bitwise(corpus):
    formulas = {"BitwiseAnd": lambda a, b: a & b, "BitwiseOr": lambda a, b: a | b, "BitwiseXor": lambda a, b: a ^ b}
    runs = []
    for op, formula in formulas.items():
        for type_, (low, high) in LIMITS.items():
            numbers = [0, 1, 6, 21, 100, low, high, high - 5]
            pairs = [(a, b) for a in numbers for b in numbers[::-1]]
            runs.append(pairs_run("%s_%s" % (op.lower(), type_), type_, op, pairs, [formula(a, b) for a, b in pairs]))
        pairs = [(False, False), (False, True), (True, False), (True, True)]
        runs.append(pairs_run("%s_boolean" % op.lower(), "boolean", op, pairs, [formula(a, b) for a, b in pairs]))
    corpus.add("numeric/bitwise", rules=["OP-4"], kind="boundary", oracle="generator: gen/elementwise_bits.py", model=of_two("opset13"),
               columns=["type", "precision", "op"], runs=runs,
               title="BitwiseAnd, BitwiseOr and BitwiseXor of integers in two's complement, and of booleans.")
    runs = [{"name": type_, "at": typed(type_), "inputs": {"X": vector(type_, values)},
             "outputs": [vector(type_, [wrapped(type_, ~v) for v in values])]}
            for type_, values in ((t, [0, 1, 3, 100, *LIMITS[t]]) for t in LIMITS)]
    runs.append({"name": "boolean", "at": typed("boolean"), "inputs": {"X": vector("boolean", [True, False, True])},
                 "outputs": [vector("boolean", [False, True, False])]})
    corpus.add("numeric/bitwise_not", rules=["OP-4"], kind="boundary", oracle="generator: gen/elementwise_bits.py",
               model=looped("BitwiseNot", version="opset13"), columns=["type", "precision"], runs=runs,
               title="BitwiseNot inverts every bit of an integer, and a boolean.")


def add_shifts(corpus):
    runs = []
    for op, formula in (("BitwiseLeftShift", lambda a, n: a << n), ("BitwiseRightShift", lambda a, n: a >> n)):
        for type_, (low, high) in LIMITS.items():
            width = (high - low).bit_length()
            small = [v for v in (0, 1, 5, -1, -6, 100 >> 3) if v >= low]
            defined = [(a, n) for a in small for n in (0, 1, 3)] + [(high, 0)]
            if op == "BitwiseRightShift":
                defined += [(high, n) for n in (1, width // 2, width - 1)] + [(low, n) for n in (1, width - 1)]
            elif low == 0:
                defined += [(high, n) for n in (1, width // 2, width - 1)]  # modulo 2^width
            beyond = [(a, n) for a in (5, high, low) for n in (width, width + 1, 100)]
            overflow = [(high, 1), (high, width - 1), (low, 1), (3, width - 1)]
            negative = [(5, -1), (high, -width), (low, -3)] if low < 0 else []
            for kind, pairs in (("defined", defined), ("beyond", beyond), ("overflow", overflow), ("negative", negative)):
                if not pairs or (kind == "overflow" and op == "BitwiseRightShift"):
                    continue
                results = [wrapped(type_, formula(a, n if 0 <= n < width else width)) for a, n in pairs]
                tier = {} if kind == "defined" or (kind == "overflow" and low == 0) else {"tier": "survey"}
                runs.append(pairs_run("%s_%s_%s" % (op[7:-5].lower(), type_, kind), type_, op, pairs, results, **tier))
    corpus.add("numeric/shifts", rules=["NUM-11", "NUM-2"], kind="boundary", oracle="generator: gen/elementwise_bits.py", model=of_two("opset15"),
               columns=["type", "precision", "op"], runs=runs,
               title="Shifts by less than the width, and by counts for which the pages define nothing.",
               notes="A count of the width or more, or below 0, shifts out every bit: 0, or -1 for a negative number that is shifted right.")


def quantized(x, in_low, in_high, out_low, out_high, levels):
    """The formula of the page."""
    if x.value <= min(in_low.value, in_high.value):
        return out_low
    if x.value > max(in_low.value, in_high.value):
        return out_high
    level = ((x - in_low) / (in_high - in_low) * (levels - 1)).whole()
    return level / (levels - 1) * (out_high - out_low) + out_low


def add_fake_quantize(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [-1, 3])
    limits = [graph.parameter(name, "{{type}}", shape) for name, shape in (
        ("IN_LOW", [1, 3]), ("IN_HIGH", [3]), ("OUT_LOW", []), ("OUT_HIGH", [2, 1]))]
    loop, body = begin("tensor_iterator", graph, None)
    xi = body.parameter("x", "{{type}}", [2, 3])
    inside = [body.parameter(v.layer.name.lower(), "{{type}}", v.shape) for v in limits]
    y = body.result(body.op("FakeQuantize", xi, *inside, levels="{{levels}}", auto_broadcast="numpy"), "y")
    loop.input(x, xi, **slices(2))
    for outer, inner in zip(limits, inside):
        loop.input(outer, inner)
    graph.result(loop.output(y, shape=[-1, 3], **scan(2)), "Y")
    runs = []
    # column 2 has its limits the wrong way round, column 1 has equal ones
    in_low, in_high, out_low, out_high = [0.0, 1.0, 4.0], [4.0, 1.0, -4.0], -1.0, [7.0, 15.0]
    for type_ in REALS:
        for levels, kind, values in (
                (5, "levels", [0.25, 1.0, -3.5, 1.25, 1.5, 0.75, 2.75, 0.5, 3.25, 3.75, -8.0, 1.5]),
                (5, "limits", [0.0, 1.0, 4.0, 4.0, 1.0, -4.0, -0.5, 0.0, 9.0, 4.5, 2.0, -9.0]),
                (2, "binarization", [1.0, 0.5, -3.0, 3.0, 1.25, 3.0, 0.0, 1.0, -4.5, 9.0, -1.0, 4.5]),
                (5, "ties", [0.5, 1.0, 3.0, 1.5, 1.0, 1.0, 2.5, 1.0, -1.0, 3.5, 1.0, -3.0]),
                (5, "special", [NAN, INF, -INF, -INF, NAN, INF, INF, -INF, NAN, -0.0, 1.0, 0.0])):
            out = []
            for i, v in enumerate(values):
                limits_of = [in_low[i % 3], in_high[i % 3], out_low, out_high[i // 3 % 2]]
                out.append(quantized(Rounded(type_, v), *[Rounded(type_, q) for q in limits_of], levels).value)
            compare = None if kind in ("ties", "special") else {"ulp": 60}
            runs.append({"name": "%s_%s" % (kind, type_), "at": typed(type_) + [levels],
                         **({"tier": "survey"} if kind in ("ties", "special") else {}),
                         "inputs": {"X": Tensor(type_, [4, 3], values), "IN_LOW": Tensor(type_, [1, 3], in_low),
                                    "IN_HIGH": vector(type_, in_high), "OUT_LOW": Tensor(type_, [], [out_low]),
                                    "OUT_HIGH": Tensor(type_, [2, 1], out_high)},
                         "outputs": [Tensor(type_, [4, 3], out, compare)]})
    corpus.add("numeric/fake_quantize", rules=["OP-7", "NUM-6"], kind="boundary", oracle="generator: gen/elementwise_bits.py", model=graph.text(),
               columns=["type", "precision", "levels"], runs=runs,
               title="FakeQuantize rounds to a level inside its limits, with limits for columns, for rows and for everything.",
               notes="Limits of column 2 are the wrong way round, and those of column 1 are equal. Half a level is rounded to the even one.")


def add_combined(corpus):
    """Round, PRelu, FakeQuantize, SoftPlus and shifts in one body, with values that need no tolerance."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, 2, 2]), graph.parameter("H0", "i32", [1])
    body = graph.body()
    xi, h = body.parameter("x", "f32", [1, 2, 2]), body.parameter("h", "i32", [1])
    sloped = body.op("PRelu", xi, body.const("f32", [0.5, 2.0]))
    rounded = body.result(body.op("Round", sloped, version="opset5", mode="half_to_even"), "rounded")
    ends = [body.const("f32", v) for v in (-4.0, 4.0, -4.0, 4.0)]
    level = body.result(body.op("FakeQuantize", xi, *ends, levels=9, auto_broadcast="numpy"), "level")
    plus = body.result(body.op("SoftPlus", body.op("Add", xi, body.const("f32", 200.0)), version="opset4"), "plus")
    eighth = body.op("BitwiseRightShift", h, body.const("i32", [3]), version="opset15", auto_broadcast="numpy")
    shifted = body.result(body.op("BitwiseLeftShift", eighth, body.const("i32", [4]), version="opset15", auto_broadcast="numpy"), "shifted")
    next_h = body.result(eighth, "next_h")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    loop.back_edge(next_h, h)
    for result in (rounded, level, plus):
        graph.result(loop.output(result, shape=[-1, 2, 2], **scan()), result.name)
    graph.result(loop.output(shifted, shape=[-1], **scan()), "shifted")
    corpus.add("numeric/elementwise_in_one_body", rules=["NUM-10", "NUM-11", "NUM-12", "OP-7", "OP-8"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body with PRelu by channel, Round, FakeQuantize, SoftPlus of large numbers, and shifts through a back edge.",
               notes="The slopes of rows are 1/2 and 2: -3 / 2 = -1.5 and 2 * -1.25 = -2.5 both round to -2. Levels are whole numbers from -4 "
                     "to 4. e^200 is infinite in f32. -100 / 8 rounded down is -13, then -2, and 16 times that is -208 and -32.",
               runs=[{"name": "two_parts", "inputs": {
                   "X": Tensor("f32", [2, 2, 2], [-3, 2.75, -1.25, -0.75, -5, 9, 0.25, -3.75]), "H0": vector("i32", [-100])},
                   "outputs": [Tensor("f32", [2, 2, 2], [-2, 3, -2, -2, -2, 9, 0, -8]), Tensor("f32", [2, 2, 2], [-3, 3, -1, -1, -4, 4, 0, -4]),
                               Tensor("f32", [2, 2, 2], [197, 202.75, 198.75, 199.25, 195, 209, 200.25, 196.25]),
                               vector("i32", [-208, -32])]}])


def add_cases(corpus):
    for add in (add_combined, add_round, add_classes, add_bitwise, add_shifts, add_fake_quantize):
        add(corpus)
