"""Numbers inside a body: rounding, wrapping, sums, functions, NaN, conversions (NUM-1 to NUM-9)."""

import math

import ir
from case import Tensor, bf16_round, rejected, round_to
from exact import function
from frames import begin, scan, slices, typed

INF, NAN = math.inf, math.nan
TINY = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}


def unary(operation="{{op}}", version="opset1"):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [-1])
    loop, body = begin("tensor_iterator", graph, None)
    xi = body.parameter("x", "{{type}}", [1])
    y = body.result(body.op(operation, xi, version=version), "y")
    loop.input(x, xi, **slices())
    graph.result(loop.output(y, shape=[-1], **scan()), "Y")
    return graph


def binary():
    graph = ir.Graph()
    a, b = graph.parameter("A", "{{type}}", [-1]), graph.parameter("B", "{{type}}", [-1])
    loop, body = begin("tensor_iterator", graph, None)
    ai, bi = body.parameter("a", "{{type}}", [1]), body.parameter("b", "{{type}}", [1])
    y = body.result(body.op("{{op}}", ai, bi, auto_broadcast="numpy"), "y")
    loop.input(a, ai, **slices())
    loop.input(b, bi, **slices())
    graph.result(loop.output(y, shape=[-1], **scan()), "Y")
    return graph


def special(name, x, type_):
    """What the mathematics of a function gives beyond its finite values; None: compute it."""
    if math.isnan(x):
        return NAN
    if name in ("sin", "cos") and math.isinf(x):
        return NAN
    if name in ("sin", "tanh", "sqrt") and x == 0:
        return x
    if name == "exp" and math.isinf(x):
        return INF if x > 0 else 0.0
    if name == "tanh" and math.isinf(x):
        return math.copysign(1.0, x)
    if name == "sigmoid" and math.isinf(x):
        return 1.0 if x > 0 else 0.0
    if name in ("log", "sqrt"):
        if x < 0:
            return NAN
        if math.isinf(x):
            return INF
        if x == 0:
            return -INF
    return None


def add_functions(corpus):
    graph = unary()
    runs = []
    for type_ in ("f16", "bf16", "f32", "f64"):
        ordinary = [0.1, -0.3, 0.5, 1.0, -1.0, 1.5, 2.0, math.pi, -math.e, 7.25, 10.5, 0.001, -20.0, 80.0, -90.0, 1000.0]
        values = [round_to(type_, v) for v in ordinary] + [0.0, -0.0, INF, -INF, NAN, TINY[type_], -TINY[type_]]
        for name, ulp in (("exp", 7), ("log", 4), ("sin", 8), ("cos", 9), ("tanh", 11), ("sigmoid", 11), ("sqrt", 7)):
            out = []
            for v in values:
                known = special(name, v, type_)
                out.append(function(name, v, type_) if known is None else known)
            runs.append({"name": "%s_%s" % (name, type_), "at": typed(type_) + [name.capitalize()], "tier": "survey",
                         "inputs": {"X": Tensor(type_, [len(values)], values)},
                         "outputs": [Tensor(type_, [len(out)], out, {"ulp": ulp})]})
    for name, values, ulp in (("exp", [87.0, 88.37, 88.5, 88.72, 88.73, -87.3, -87.4, -103.0, -104.0], 7),
                              ("tanh", [8.140827, 8.5002847, 9.0, 9.1, -8.140827], 11),
                              ("sigmoid", [-8.0, -17.0, -18.0, -40.0, -87.0, -88.0, -103.0, 17.763828], 11)):
        values = [round_to("f32", v) for v in values]
        runs.append({"name": name + "_f32_at_its_ends", "at": typed("f32") + [name.capitalize()], "tier": "survey",
                     "inputs": {"X": Tensor("f32", [len(values)], values)},
                     "outputs": [Tensor("f32", [len(values)], [function(name, v, "f32") for v in values], {"ulp": ulp})]})
    corpus.add("numeric/functions", rules=["NUM-4"], kind="boundary", oracle="generator: gen/numeric.py", model=graph.text(),
               columns=["type", "precision", "op"], runs=runs,
               title="Transcendental functions of every floating-point type are correctly rounded, at ordinary and extreme values.",
               notes="The expected values come from mpmath with 200 bits, rounded once to the type.")


def add_rounding(corpus):
    graph = binary()
    runs = []
    for name, type_, op, pairs in (
            ("f16_ties", "f16", "Add", [(2048, 1, 2048), (2050, 1, 2052), (1, 2.0**-11, 1), (1 + 2.0**-10, 2.0**-11, 1 + 2.0**-9),
                                        (65504, 15, 65504), (65504, 16, INF), (2.0**-24, -2.0**-24, 0.0)]),
            ("bf16_ties", "bf16", "Add", [(256, 1, 256), (258, 1, 260), (1, 2.0**-8, 1), (1 + 2.0**-7, 2.0**-8, 1 + 2.0**-6)]),
            ("f32_ties", "f32", "Add", [(2**24, 1, 2**24), (2**24 + 2, 1, 2**24 + 4), (1, 2.0**-24, 1),
                                        (1 + 2.0**-23, 2.0**-24, 1 + 2.0**-22)]),
            ("f64_ties", "f64", "Add", [(2**53, 1, 2**53), (2**53 + 2, 1, 2**53 + 4), (1, 2.0**-53, 1)]),
            ("f16_products", "f16", "Multiply", [(2049 - 1, 3, 6144), (256, 256, INF), (2.0**-14, 0.5, 2.0**-15), (2.0**-24, 0.5, 0.0),
                                                 (3 * 2.0**-24, 0.5, 2.0**-23), (33, 63, 2080)]),
            ("bf16_products", "bf16", "Multiply", [(17, 17, 288), (255, 255, 65024), (2.0**-133, 0.5, 0.0), (3, 85, 255)]),
            ("f32_quotients", "f32", "Divide", [(1, 4, 0.25), (0, -5, -0.0), (1, 0, INF), (-1, 0, -INF), (1, -0.0, -INF), (0, 0, NAN),
                                                (INF, INF, NAN), (2.0**-149, 2, 0.0)]),
            ("f32_differences", "f32", "Subtract", [(INF, INF, NAN), (0.0, 0.0, 0.0), (-0.0, 0.0, -0.0), (2**24 + 2, 1, 2**24),
                                                    (1, 2.0**-25, 1)]),
            ("f32_rests", "f32", "Mod", [(5.5, 2, 1.5), (-5.5, 2, -1.5), (5.5, -2, 1.5), (4, -2, 0.0), (-4, 2, -0.0), (5, INF, 5),
                                         (-5, INF, -5), (5, 0, NAN), (INF, 5, NAN), (2.0**127, 3, 2)]),
            ("f32_floor_rests", "f32", "FloorMod", [(5.5, 2, 1.5), (-5.5, 2, 0.5), (5.5, -2, -0.5), (4, -2, -0.0), (-4, 2, 0.0), (5, INF, 5),
                                                    (-5, INF, INF), (5, 0, NAN), (INF, 5, NAN), (-2.0**-30, 1, 1)])):
        runs.append({"name": name, "at": typed(type_) + [op], "tier": "survey", "inputs": {
            key: Tensor(type_, [len(pairs)], [p[at] for p in pairs]) for at, key in enumerate("AB")},
            "outputs": [Tensor(type_, [len(pairs)], [p[2] for p in pairs])]})
    corpus.add("numeric/rounding", rules=["NUM-1", "TYPE-1"], kind="boundary", oracle="by-hand", model=graph.text(),
               columns=["type", "precision", "op"], runs=runs,
               title="An operation rounds its exact result once, to nearest, ties to even, in its own type.",
               notes="f16: 2048 + 1 lies between 2048 and 2050, 2050 + 1 between 2050 and 2052: they round to the even "
                     "significand. 33 * 63 = 2079 "
                     "lies between 2078 and 2080, 17 * 17 = 289 in bf16 between 288 and 290: 288. 255 * 255 = 65025 is nearest to 65024. 2^127 = 2 modulo 3, "
                     "because 4 = 1. FloorMod: 1 - 2^-30 rounds to 1.")

    runs = []
    for name, type_, op, pairs in (
            ("i8", "i8", "Multiply", [(127, 2, -2), (-128, -1, -128), (16, 16, 0), (-100, 3, -44)]),
            ("u8", "u8", "Subtract", [(3, 5, 254), (0, 1, 255), (255, 255, 0)]), ("i16", "i16", "Add", [(32767, 1, -32768), (-32768, -1, 32767)]),
            ("u16", "u16", "Multiply", [(256, 256, 0), (65535, 65535, 1)]),
            ("i32", "i32", "Multiply", [(65536, 65536, 0), (2147483647, 2, -2), (-2147483648, -1, -2147483648)]),
            ("u32", "u32", "Add", [(4294967295, 1, 0), (4294967295, 4294967295, 4294967294)]),
            ("i64", "i64", "Multiply", [(2**62, 2, -2**63), (-2**63, -1, -2**63), (3037000500, 3037000500, 3037000500**2 - 2**64)]),
            ("u64", "u64", "Subtract", [(0, 1, 2**64 - 1), (5, 2**64 - 1, 6)]),
            ("i32_quotients", "i32", "Divide", [(7, 2, 3), (-7, 2, -4), (7, -2, -4), (-7, -2, 3)]),
            ("i32_smallest_by_minus_1", "i32", "Divide", [(-2147483648, -1, -2147483648), (7, -1, -7)]),
            ("i32_floor_rests", "i32", "FloorMod", [(7, 3, 1), (-7, 3, 2), (7, -3, -2), (-7, -3, -1)]),
            ("i32_floor_rests_by_minus_1", "i32", "FloorMod", [(-2147483648, -1, 0), (7, -4, -1)]),
            ("i32_rests", "i32", "Mod", [(7, 3, 1), (-7, 3, -1), (7, -3, 1), (-7, -3, -1)]),
            ("i32_rests_by_minus_1", "i32", "Mod", [(-2147483648, -1, 0), (7, -4, 3)])):
        # Mod-1 is "like in C", which leaves the rest by -1 undefined; FloorMod-1 is as in Python.
        wraps = {} if name == "i32_quotients" or "rests" in name and name != "i32_rests_by_minus_1" else {"tier": "survey"}
        runs.append({"name": name, "at": typed(type_) + [op], **wraps, "inputs": {
            key: Tensor(type_, [len(pairs)], [p[at] for p in pairs]) for at, key in enumerate("AB")},
            "outputs": [Tensor(type_, [len(pairs)], [p[2] for p in pairs])]})
    for op in ("Divide", "FloorMod", "Mod"):
        runs.append({"name": "i32_%s_by_zero" % op.lower(), "at": typed("i32") + [op], "rules": ["NUM-8"], "inputs": {
            "A": Tensor("i32", [2], [5, 6]), "B": Tensor("i32", [2], [1, 0])}, **rejected("run", "NUM-8")})
    corpus.add("numeric/integers", rules=["NUM-2", "NUM-8"], kind="boundary", oracle="by-hand", model=graph.text(),
               columns=["type", "precision", "op"], runs=runs,
               title="Integers wrap modulo 2^width, a quotient is rounded down, and division by zero is an error of the run.",
               notes="-100 * 3 = -300 = -44 modulo 256. 3037000500^2 - 2^64 is negative. -7 / 2 = -3.5 is rounded down to -4.")

    runs = []
    for type_ in ("f32", "f16", "bf16", "f64"):
        lines = [(1, 2, 2, 1), (NAN, 1, NAN, NAN), (1, NAN, NAN, NAN), (-0.0, 0.0, 0.0, -0.0), (0.0, -0.0, 0.0, -0.0), (-INF, 3, 3, -INF),
                 (INF, NAN, NAN, NAN)]
        for op, at in (("Maximum", 2), ("Minimum", 3)):
            runs.append({"name": "%s_%s" % (op.lower(), type_), "at": typed(type_) + [op], "tier": "survey", "inputs": {
                key: Tensor(type_, [len(lines)], [p[side] for p in lines]) for side, key in enumerate("AB")},
                "outputs": [Tensor(type_, [len(lines)], [p[at] for p in lines])]})
    corpus.add("numeric/extremes_of_two", rules=["NUM-9"], kind="boundary", oracle="by-hand", model=graph.text(),
               columns=["type", "precision", "op"], runs=runs, title="A NaN wins over any number, and -0 is less than +0.",
               notes="Maximum of (-0, +0) is +0 and Minimum is -0, in either order.")

    runs = [{"name": "bf16", "at": typed("bf16") + ["SquaredDifference"], "inputs": {
                "A": Tensor("bf16", [3], [256, 3, 0.5]), "B": Tensor("bf16", [3], [-1, 5, 0.25])},
             "outputs": [Tensor("bf16", [3], [65536, 4, 0.0625], {"ulp": 5})]},
            {"name": "f32", "at": typed("f32") + ["SquaredDifference"], "inputs": {
                "A": Tensor("f32", [3], [2**24, 3, 0.5]), "B": Tensor("f32", [3], [-1, 5, 0.25])},
             "outputs": [Tensor("f32", [3], [2.0**48, 4, 0.0625], {"ulp": 5})]}]
    corpus.add("numeric/composites", rules=["NUM-6"], kind="boundary", oracle="by-hand", model=graph.text(),
               columns=["type", "precision", "op"], runs=runs, title="A composite operation rounds after each of its steps.",
               notes="bf16: 256 + 1 = 257 is rounded to 256, and 256^2 = 65536; 257^2 = 66049 would be rounded to 66048, one unit up. "
                     "f32: 2^24 + 1 is rounded to 2^24.")


def add_softsign(corpus):
    runs = []
    # x = 2^digits is the first one for which 1 + x rounds to x; a third in the type
    for type_, x, third in (("f16", 2**11, 0x555 / 2**12), ("bf16", 2**8, 0xab / 2**9), ("f32", 2**24, 0xaaaaab / 2**25),
                            ("f64", 2**53, 0x15555555555555 / 2**54)):
        lines = [(x, 1), (-x, -1), (3, 0.75), (-1, -0.5), (0.5, third), (0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN),
                 (TINY[type_], TINY[type_])]
        runs.append({"name": type_, "at": typed(type_), "inputs": {"X": Tensor(type_, [len(lines)], [line[0] for line in lines])},
                     "outputs": [Tensor(type_, [len(lines)], [line[1] for line in lines], {"ulp": 11 if type_ == "f64" else 10})]})
    corpus.add("numeric/softsign", rules=["NUM-6"], kind="boundary", oracle="by-hand", model=unary("SoftSign", "opset9").text(),
               columns=["type", "precision"], runs=runs,
               title="SoftSign, x / (1 + |x|), rounds its sum before its quotient.",
               notes="f16: 1 + 2048 = 2049 is rounded to 2048, and 2048 / 2048 = 1; 2048 / 2049 would be rounded to 1 - 2^-11. Infinity "
                     "by infinity is NaN. 0.5 / 1.5 is a third, rounded once.")


def add_sums(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [-1, -1])
    loop, body = begin("tensor_iterator", graph, None)
    xi = body.parameter("x", "{{type}}", [1, -1])
    sum_ = body.result(body.op("ReduceSum", xi, body.const("i64", [1]), shape=[1], keep_dims="false"), "sum")
    dot = body.result(body.op("MatMul", xi, xi, shape=[1, 1], transpose_a="false", transpose_b="true"), "dot")
    loop.input(x, xi, **slices())
    graph.result(loop.output(sum_, shape=[-1], **scan()), "sums")
    graph.result(loop.output(dot, shape=[-1, 1], **scan()), "dots")
    runs = []
    for name, type_, rows, sums, dots, bounds in (
            ("f32", "f32", [[2**24, 1, 1, 0], [1, 2, 3, 4], [0, 0, -5, 0.5]], [2**24 + 2, 10, -4.5], [2.0**48, 30, 25.25], (2.1, 5.1e7)),
            ("f16", "f16", [[2048, 1, 1, 1], [0.5, 0.25, 0.125, 1]], [2052, 1.875], [INF, 1.328125], (4.1, None)),
            ("bf16", "bf16", [[256, 1, 1, 1], [1, 2, 3, 4]], [bf16_round(259.0), 10], [bf16_round(65539.0), 30], (4.1, 1040)),
            ("i8", "i8", [[100, 100, 100, -1], [1, 2, 3, 4]], [43, 10], [49, 30], (None, None)),
            ("u64", "u64", [[2**63, 2**63, 5, 0], [1, 2, 3, 4]], [5, 10], [25, 30], (None, None))):
        compare = [b and {"bound": b} for b in bounds]
        runs.append({"name": name, "at": typed(type_), **({} if any(bounds) else {"tier": "survey"}), "inputs": {"X": Tensor(type_, [len(rows), 4], sum(rows, []))},
                     "outputs": [Tensor(type_, [len(rows)], sums, compare[0]), Tensor(type_, [len(rows), 1], dots, compare[1])]})
    corpus.add("numeric/sums", rules=["NUM-3", "NUM-2"], kind="boundary", oracle="by-hand", model=graph.text(), weights=graph.weights.data,
               columns=["type", "precision"], runs=runs,
               title="A sum is rounded once, at its end; sums of integers wrap.",
               notes="f32: 2^24 + 1 + 1 is 2^24 + 2; rounded after each addition it would stay 2^24. f16: 2048 + 3 = 2051 lies between 2050 "
               "and 2052 and rounds to the even 2052. i8: 100 + 100 + 100 - 1 = 299 = 43; 3 * 10000 + 1 = 30001 = 49 modulo "
               "256. The bounds "
               "allow rounding after each term.")


def add_nans(corpus):
    graph = binary()
    quiet = {"f16": "0x7e00", "bf16": "0x7fc0", "f32": "0x7fc00000", "f64": "0x7ff8000000000000"}
    payload = {"f16": "0xfd01", "bf16": "0xffa1", "f32": "0xffa00001", "f64": "0xfff4000000000001"}
    runs = []
    for type_ in quiet:
        for op, a, b in (("Add", [INF, payload[type_], 1], [-INF, 1, payload[type_]]), ("Multiply", [0, payload[type_], INF], [INF, 0, 0]),
                         ("Divide", [0, payload[type_], INF], [0, 1, -INF])):
            runs.append({"name": "%s_%s" % (op.lower(), type_), "at": typed(type_) + [op], "tier": "survey",
                         "inputs": {"A": Tensor(type_, [3], a), "B": Tensor(type_, [3], b)},
                         "outputs": [Tensor(type_, [3], [quiet[type_]] * 3, "nan bits")]})
    corpus.add("numeric/computed_nan", rules=["NUM-5"], kind="boundary", oracle="by-hand", model=graph.text(),
               columns=["type", "precision", "op"], runs=runs, title="A computed NaN is the quiet positive one without payload.",
               notes="The sign and payload of the operands do not matter.")


def add_conversions(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [-1])
    loop, body = begin("tensor_iterator", graph, None)
    xi = body.parameter("x", "{{type}}", [1])
    converted = body.op("Convert", xi, type="{{to}}", destination_type="{{to}}")
    y = body.result(converted, "y")
    loop.input(x, xi, **slices())
    graph.result(loop.output(y, shape=[-1], **scan()), "Y")
    text = graph.text().replace('precision="{{to}}"', 'precision="{{to_precision}}"')
    runs = []
    for from_, to, pairs in (
            ("f32", "i32", [(1.9, 1), (-1.9, -1), (NAN, 0), (INF, 2**31 - 1), (-INF, -2**31), (3e9, 2**31 - 1), (-0.0, 0)]),
            ("f32", "u8", [(255.5, 255), (256, 255), (-1, 0), (-0.5, 0), (NAN, 0), (7.99, 7)]),
            ("f64", "i64", [(2.0**63, 2**63 - 1), (-2.0**63, -2**63), (2.0**53 + 2, 2**53 + 2), (-1e300, -2**63)]),
            ("f64", "u64", [(2.0**63, 2**63), (2.0**64, 2**64 - 1), (-1, 0)]),
            ("f16", "i8", [(127.9375, 127), (128, 127), (-128.5, -128), (-1.5, -1)]),
            ("f32", "boolean", [(0, False), (-0.0, False), (0.25, True), (NAN, True), (2.0**-149, True)]),
            ("i32", "boolean", [(0, False), (-1, True), (256, True)]), ("boolean", "f32", [(True, 1), (False, 0)]),
            ("boolean", "i64", [(True, 1), (False, 0)]),
            ("i32", "u8", [(256, 0), (-1, 255), (300, 44), (255, 255)]), ("i32", "u8", [(-1, 255), (-300, 212), (255, 255)]), ("i64", "i32", [(2**32 + 5, 5), (-2**31 - 1, 2**31 - 1)]),
            ("u64", "i64", [(2**63, -2**63), (2**64 - 1, -1)]), ("i64", "f32", [(2**24 + 1, 2**24), (2**24 + 3, 2**24 + 4), (-7, -7)]),
            ("u64", "f64", [(2**53 + 1, 2**53), (2**64 - 1, 2.0**64)]), ("f64", "f32", [(1 + 2.0**-24, 1), (1e39, INF), (2.0**-150, 0)]),
            ("f32", "f16", [(65519, 65504), (65520, INF), (2049, 2048), (2051, 2052), (2.0**-25, 0)]),
            ("f32", "bf16", [(257, 256), (259, 260), (3.3961776e38, INF)]), ("bf16", "f32", [(1.5, 1.5), (-256, -256)]),
            ("f16", "bf16", [(257, 256), (2049 - 1, 2048), (259, 260)])):
        pairs = [(round_to(from_, a) if from_ in ("f16", "bf16", "f32", "f64") else a, b) for a, b in pairs]
        whole, real = from_[0] in "iu", to[0] in "fb" and to != "boolean"
        rounds = real and (from_, to) != ("bf16", "f32") and from_ != "boolean"
        # The page has a rule for negative integers that become unsigned, and none for those that are too large.
        negative = whole and to[0] == "u" and pairs[0][0] < 0
        large = whole and (to[0] == "i" or to[0] == "u" and not negative)
        decided = {"tier": "survey"} if rounds or from_[0] in "fb" and from_ != "boolean" and not real or large else {}
        runs.append({"name": "%s_to_%s%s" % (from_, to, "_negative" * negative), "at": typed(from_) + typed(to), **decided,
                     "inputs": {"X": Tensor(from_, [len(pairs)], [p[0] for p in pairs])},
                     "outputs": [Tensor(to, [len(pairs)], [p[1] for p in pairs])]})
    corpus.add("numeric/conversions", rules=["NUM-7", "NUM-1"], kind="boundary", oracle="by-hand", model=text, runs=runs,
               columns=["type", "precision", "to", "to_precision"],
               title="Conversions: reals to integers truncate and saturate, integers wrap, and conversions to reals round once.",
               notes="300 = 44 modulo 256. 2^24 + 1 lies between 2^24 and 2^24 + 2 and rounds to the even one. 65520 is half "
                     "a unit above the "
                     "largest f16.")


def add_cases(corpus):
    for add in (add_functions, add_rounding, add_softsign, add_sums, add_nans, add_conversions):
        add(corpus)
