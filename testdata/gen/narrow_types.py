"""Narrow element types: constants that share bytes, and conversions (WEIGHTS-6, NUM-13).

The oracle holds the bits of the weights as text and looks for the nearest element among all elements.
"""

import math
from fractions import Fraction

import ir
from case import Tensor, rejected, round_to
from frames import counted, i32, scan, typed
from ops_rows import SURVEY

ORACLE = "generator: gen/narrow_types.py"
INF, NAN = math.inf, math.nan
WIDTHS = {"u1": 1, "u2": 2, "u3": 3, "u4": 4, "u6": 6, "i4": 4, "nf4": 4, "f4e2m1": 4, "f8e4m3": 8, "f8e5m2": 8, "f8e8m0": 8}
INTEGERS = {"u1": (0, 1), "u2": (0, 3), "u3": (0, 7), "u4": (0, 15), "u6": (0, 63), "i4": (-8, 7)}
NF4 = [-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635, -0.18477343022823334,
       -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224,
       0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0]


def minifloat(bits, exponent, fraction, bias):
    """The number of a sign bit, an exponent and a fraction, without special values."""
    sign, field, digits = bits[0], int(bits[1:1 + exponent], 2), int(bits[1 + exponent:], 2)
    whole = 0 if field == 0 else 1
    size = math.ldexp(whole + digits / 2**fraction, max(field, 1) - bias)
    return -size if sign == "1" else size


def element(type_, bits):
    """The number that a string of bits means."""
    if type_ in INTEGERS:
        number = int(bits, 2)
        return number - 16 if type_ == "i4" and bits[0] == "1" else number
    if type_ == "nf4":
        return NF4[int(bits, 2)]
    if type_ == "f4e2m1":
        return minifloat(bits, 2, 1, 1)
    if type_ == "f8e4m3":
        return NAN if bits[1:] == "1111111" else minifloat(bits, 4, 3, 7)
    if type_ == "f8e5m2":
        if bits[1:6] == "11111":
            return (-INF if bits[0] == "1" else INF) if bits[6:] == "00" else NAN
        return minifloat(bits, 5, 2, 15)
    return NAN if bits == "11111111" else math.ldexp(1.0, int(bits, 2) - 127)


def unpacked(type_, data, count):
    """The bits of each element of the weights."""
    octets = ["{:08b}".format(byte) for byte in data]
    width = WIDTHS[type_]
    if type_ == "u1":
        return list("".join(octets))[:count]
    if type_ in ("u3", "u6"):  # two bytes of low bits, then one of high bits
        low = 2 if type_ == "u3" else 4
        found = []
        for first, second, third in zip(octets[::3], octets[1::3], octets[2::3]):
            lows = [(first + second)[k:k + low] for k in range(0, 16, low)]
            highs = [third[k:k + width - low] for k in range(0, 8, width - low)]
            found += [high + bits for high, bits in zip(highs, lows)]
        return found[:count]
    stream = "".join(reversed(octets))  # the first element is at the end
    return [stream[len(stream) - (k + 1) * width:len(stream) - k * width] for k in range(count)]


BYTES = bytes([0xb1, 0x5c, 0xe7, 0x1a, 0xa5, 0xc3, 0x7e, 0x80, 0x29])
ALL = {1: bytes([0x6a]), 2: bytes([0x1b, 0xe4]), 4: bytes(range(0x10, 0x100, 0x22)), 8: bytes(range(256))}


def add_constants(corpus):
    """Each run converts a part of the weights and adds it to an input."""
    weights, places, runs = ir.Weights(), {}, []
    for type_, width in WIDTHS.items():
        counts = {"few": {1: 11, 2: 5, 3: 8, 4: 7, 6: 4, 8: 5}[width], "many": {1: 72, 2: 36, 3: 24, 4: 18, 6: 12, 8: 9}[width]}
        if width in ALL:
            counts["all"] = len(ALL[width]) * 8 // width
        for name, count in counts.items():
            data = ALL[width] if name == "all" else BYTES[:(count * width + 7) // 8]
            if (type_, name) == ("f8e8m0", "all"):  # not 2^-127, which may be flushed to 0
                data, count = data[1:], count - 1
            places.setdefault(data, None)
            if places[data] is None:
                places[data] = weights.add(data)
            values = [float(element(type_, bits)) for bits in unpacked(type_, data, count)]
            runs.append({"name": "%s_%s" % (type_, name), "at": [type_, ir.PRECISION[type_], count, places[data], len(data)],
                         **(SURVEY if width in (3, 6) else {}), "inputs": {"X": Tensor("f32", [count], [0.0] * count)},
                         "outputs": [Tensor("f32", [count], [v + 0.0 for v in values])]})
    graph = ir.Graph(weights)
    x = graph.parameter("X", "f32", "{{count}}")
    const = graph.layer("Const", data={"element_type": "{{type}}", "shape": "{{count}}", "offset": "{{offset}}", "size": "{{size}}"})
    wide = graph.op("Convert", graph.output(const, "{{type}}", ["{{count}}"]), type="f32", destination_type="f32")
    graph.result(graph.op("Add", wide, x))
    corpus.add("plumbing/constants/narrow", rules=["WEIGHTS-6", "NUM-13"], kind="boundary", oracle=ORACLE, model=graph.text(),
               weights=weights.data, columns=["type", "precision", "count", "offset", "size"], runs=runs,
               title="Constants of narrow types share bytes, and each type has its own order of bits.",
               notes="0xb1 is 10110001. As u1 it is 1, 0, 1, 1, 0, 0, 0, 1: the first element is the highest bit. As u2 it is 1, 0, 3, 2, and as "
                     "u4 1, 11: the first element is the lowest.")


def add_hand(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "f32", [4])
    data = bytes([0x21, 0x84])
    outputs = []
    for type_, values in (("u4", [1, 2, 4, 8]), ("i4", [1, 2, 4, -8]), ("f4e2m1", [0.5, 1.0, 2.0, -0.0])):
        const = graph.layer("Const", data={"element_type": type_, "shape": "4", "offset": graph.weights.add(data), "size": 2})
        wide = graph.op("Convert", graph.output(const, type_, [4]), type="f32", destination_type="f32")
        graph.result(graph.op("Add", wide, x))
        outputs.append(Tensor("f32", [4], [10.0 + v for v in values]))
    corpus.add("plumbing/constants/narrow_by_hand", rules=["WEIGHTS-6", "NUM-13"], oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, runs=[{"name": "four", "inputs": {"X": Tensor("f32", [4], [10.0] * 4)}, "outputs": outputs}],
               title="Two elements of four bits share a byte, the first one in the lower half.",
               notes="The bytes 0x21 0x84 have the halves 1, 2, 4, 8. As an i4, 8 is -8. As elements of f4e2m1 they are 0.5, 1, 2 and -0.")


def numbers_of(type_):
    bits = WIDTHS[type_]
    found = [(element(type_, "{:0{}b}".format(k, bits)), k) for k in range(2**bits)]
    return [(Fraction(v), v, k) for v, k in found if math.isfinite(v)]


GREATEST = {"f4e2m1": 6.0, "f8e4m3": 448.0, "f8e5m2": 57344.0, "f8e8m0": 2.0**127, "nf4": 1.0}


def nearest(type_, x):
    """The element that Convert gives."""
    if type_ in INTEGERS:
        low, high = INTEGERS[type_]
        return (math.trunc(x) - low) % (high - low + 1) + low if math.isfinite(x) else 0
    if math.isnan(x):
        return {"f4e2m1": 6.0, "nf4": -1.0}.get(type_, NAN)
    if type_ == "f8e8m0" and x <= 2.0**-127:
        return 2.0**-127
    if type_ in ("f8e4m3", "f8e5m2"):
        step = {"f8e4m3": 32.0, "f8e5m2": 8192.0}[type_]  # between the two largest numbers
        if abs(x) > GREATEST[type_] + step / 2 or (abs(x) == GREATEST[type_] + step / 2 and type_ == "f8e5m2"):
            return NAN if type_ == "f8e4m3" else math.copysign(INF, x)
    if abs(x) > GREATEST[type_]:
        return math.copysign(GREATEST[type_], x)
    even = (lambda k: k % 2) if type_ != "nf4" else (lambda k: k)
    distance, _, value = min((abs(f - Fraction(x)), even(k), v) for f, v, k in numbers_of(type_))
    return math.copysign(value, x) if value == 0 and type_ != "nf4" else value


def conversions(type_):
    """(name, numbers, whether the page or OCP's text decides them)"""
    if type_ in INTEGERS:
        low, high = INTEGERS[type_]
        return [("inside", [float(low), float(high), 0.0, float(high // 2)], True), ("fractions", [0.9, high - 0.5], False),
                ("outside", [high + 1.0, low - 1.0, high + 2.5, 1e6, -1e6, INF, -INF, NAN], False)]
    values = sorted({v for _, v, _ in numbers_of(type_)})
    step = max(1, len(values) // 24)
    chosen = values[::step] + values[-2:]
    middles = [(a + b) / 2 for a, b in zip(values, values[1:])][::step]
    beside = [m * (1 + side * digit) for m in middles for side in (-1, 1) for digit in (2.0**-10, 2.0**-7, 2.0**-23, 2.0**-52)]
    beside = [v for v in beside if type_ != "nf4" or round_to("f32", v) == v]
    top = GREATEST[type_]
    found = [("values", chosen, True), ("beside_halves", beside, True), ("halves", middles, type_ != "nf4"), ("zeros", [0.0, -0.0], type_ != "f8e8m0")]
    above = {"f4e2m1": [6.5, 7.0, 100.0, INF], "f8e4m3": [464.0, 464.5, 480.0, 1e5, INF], "f8e5m2": [61439.0, 61440.0, 65536.0, 1e9, INF],
             "f8e8m0": [2.0**127 * 1.5, INF], "nf4": [1.5, 1e9, INF]}[type_]
    found.append(("above", above + ([-v for v in above] if type_ != "f8e8m0" else []), False))
    found.append(("nan", [NAN, 1.0], False))
    if type_ == "f8e8m0":
        found.append(("not_positive", [0.0, -1.0, -INF, 2.0**-140], False))
    return [(name, numbers, sure) for name, numbers, sure in found if numbers]


def repeated(narrow, numbers):
    """Bits for more than two bytes: fewer may be right by chance."""
    return numbers * (17 // len(numbers) + 1) if narrow == "u1" else numbers


def add_conversions(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", "{{count}}")
    narrow = graph.op("Convert", x, type="{{narrow}}", shape=["{{count}}"], destination_type="{{narrow}}")
    graph.result(graph.op("Convert", narrow, type="f32", shape=["{{count}}"], destination_type="f32"))
    runs = []
    for narrow_, _ in WIDTHS.items():
        for type_ in ("f32", "f16", "bf16", "f64"):
            for name, numbers, sure in conversions(narrow_):
                most = {"f16": 65504.0}.get(type_, INF)
                numbers = [v for v in numbers if math.isnan(v) or (abs(v) <= most and round_to(type_, v) == v)]
                if not numbers or (type_ != "f32" and name in ("nan", "zeros", "not_positive")):
                    continue
                numbers = repeated(narrow_, numbers)
                results = [float(nearest(narrow_, v)) for v in numbers]
                runs.append({"name": "%s_to_%s_%s" % (type_, narrow_, name), "at": typed(type_) + [narrow_, ir.PRECISION[narrow_], len(numbers)],
                             **({} if sure and (type_, name) != ("f64", "beside_halves") else SURVEY),
                             "inputs": {"X": Tensor(type_, [len(numbers)], numbers)},
                             "outputs": [Tensor("f32", [len(numbers)], results)]})
    for narrow_ in WIDTHS:
        for type_ in ("i32", "u8", "i64"):
            numbers = [0, 1, 2, 3, 5, 6, 7, 12, 13, 17, 20, 72, 120, 200] + ([-1, -6, -100, 2**31 - 1] if type_ != "u8" else [])
            numbers += [2**53 + 2**49, 2**61 + 2**60, 2**61 + 2**60 + 1] if type_ == "i64" else []
            low, high = INTEGERS.get(narrow_, (-448, 448))
            for name, chosen in (("inside", [v for v in numbers if low <= v <= high]), ("outside", [v for v in numbers if not low <= v <= high]),
                                 ("negative", [v for v in numbers if v < 0] if narrow_[0] == "u" else [])):
                if not chosen:
                    continue
                chosen = repeated(narrow_, chosen)
                results = [(v - low) % (high - low + 1) + low if narrow_ in INTEGERS else nearest(narrow_, v) for v in chosen]
                # By the page, negative integers become unsigned integers modulo 2^N.
                sure = name == "negative" or (name == "inside" and narrow_ not in ("nf4", "f4e2m1", "f8e8m0"))
                runs.append({"name": "%s_to_%s_%s" % (type_, narrow_, name), "at": typed(type_) + [narrow_, ir.PRECISION[narrow_], len(chosen)],
                             **({} if sure else SURVEY), "inputs": {"X": Tensor(type_, [len(chosen)], chosen)},
                             "outputs": [Tensor("f32", [len(chosen)], [float(v) for v in results])]})
    corpus.add("numeric/narrow_types", rules=["NUM-13"], kind="boundary", oracle=ORACLE, model=graph.text(),
               columns=["type", "precision", "narrow", "narrow_precision", "count"], runs=runs,
               title="Convert to a narrow type gives its nearest element, and Convert back is exact.",
               notes="2^61 + 2^60 + 1 is above the middle of 2^61 and 2^62, but as a double it is the middle: f8e8m0 must still give 2^62.")


def add_loop(corpus):
    """Elements of f8e4m3 are sliced, carried by a back edge and joined."""
    graph = ir.Graph()
    x = graph.parameter("X", "f32", [3, 2])
    h0 = graph.parameter("H0", "f32", [1, 2])
    weights = graph.layer("Const", data={"element_type": "u4", "shape": "2", "offset": graph.weights.add(bytes([0x52])), "size": 1})
    weights = graph.output(weights, "u4", [2])
    parts, start = (graph.op("Convert", value, type="f8e4m3", destination_type="f8e4m3") for value in (x, h0))
    loop, body = counted(graph, graph.const("i64", 3))
    part, carried, factor = body.parameter("part", "f8e4m3", [1, 2]), body.parameter("h", "f8e4m3", [1, 2]), body.parameter("w", "u4", [2])
    wide = [body.op("Convert", value, type="f32", destination_type="f32") for value in (part, carried, factor)]
    total = body.op("Add", body.op("Multiply", wide[0], wide[2], shape=[1, 2]), wide[1])
    result = body.result(body.op("Convert", total, type="f8e4m3", destination_type="f8e4m3"), "next")
    loop.input(parts, part.layer, **scan())
    loop.input(start, carried.layer)
    loop.input(weights, factor.layer)
    loop.back_edge(result, carried.layer)
    last, all_ = loop.output(result, shape=[1, 2]), loop.output(result, shape=[3, 2], **scan())
    for value in (last, all_):
        graph.result(graph.op("Convert", value, type="f32", destination_type="f32"))
    corpus.add("loop/back_edges/narrow", rules=["NUM-13", "WEIGHTS-6", "BACK-1", "OUT-1"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, runs=[{
                   "name": "rounded_in_each_iteration", **SURVEY, "inputs": {
                       "X": Tensor("f32", [3, 2], [1.0, 2.0, 8.0, 3.0, 0.25, 0.5]), "H0": Tensor("f32", [1, 2], [0.0, 1.0])},
                   "outputs": [Tensor("f32", [1, 2], [18.0, 28.0]), Tensor("f32", [3, 2], [2.0, 11.0, 18.0, 26.0, 18.0, 28.0])]}],
               title="Parts, carried values and scan outputs may have a narrow type, and each iteration rounds to it.",
               notes="The weights 0x52 are 2 and 5. From 16 to 32, f8e4m3 has the even numbers. h: (0, 1), (2, 11), (2 + 16, 11 + 15 = 26), "
                     "(18.5 is 18, 28.5 is 28).")


def add_moved(corpus):
    """Operations that only move elements, or look at a shape. The zero of nf4 is not the byte 0."""
    graph = ir.Graph()
    narrow = graph.op("Convert", graph.parameter("X", "f32", [2, 3]), type="{{type}}", destination_type="{{type}}")
    turned = graph.op("ReverseSequence", narrow, graph.const("i64", [3, 2]), type="{{type}}", shape=[2, 3], batch_axis=0, seq_axis=1)
    padded = graph.op("Pad", narrow, graph.const("i64", [0, 1]), graph.const("i64", [1, 0]), version="opset12", type="{{type}}", shape=[3, 4], pad_mode="constant")
    for value in (turned, padded):
        graph.result(graph.op("Convert", value, type="f32", destination_type="f32"))
    graph.result(graph.op("ShapeOf", narrow, version="opset3", type="i64", shape=[2], output_type="i64"))
    runs = []
    for type_, x in (("u4", [1, 2, 3, 4, 5, 15]), ("nf4", [1, -1, 0, 1, 1, -1]), ("f8e4m3", [1, -2, 3.5, 448, -0.5, 8])):
        a, b, c, d, e, f = map(float, x)
        runs.append({"name": type_, "at": typed(type_), **SURVEY, "inputs": {"X": Tensor("f32", [2, 3], [a, b, c, d, e, f])},
                     "outputs": [Tensor("f32", [2, 3], [c, b, a, e, d, f]), Tensor("f32", [3, 4], [0.0, a, b, c, 0.0, d, e, f] + [0.0] * 4), Tensor("i64", [2], [2, 3])]})
    corpus.add("numeric/moved_narrow_elements", rules=["OP-4", "NUM-13"], oracle="by-hand", kind="boundary", model=graph.text(), weights=graph.weights.data,
               columns=["type", "precision"], runs=runs, title="Elements of a narrow type are moved, and zeros are added.",
               notes="Row 0 is reversed, and of row 1 the first two elements. A column of zeros comes first, and a row of zeros last.")


def add_rejected(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "f32", [2])
    const = graph.layer("Const", data={"element_type": "{{type}}", "shape": "{{count}}", "offset": graph.weights.add(BYTES + bytes(7)),
                                       "size": "{{size}}"})
    value = graph.output(const, "{{type}}", ["{{count}}"])
    wide = graph.op("Convert", value, type="f32", destination_type="f32")
    graph.result(graph.op("Add", graph.op("ReduceSum", wide, graph.const("i64", [0]), shape=[1], keep_dims="true"), x, shape=[2]))
    runs = []
    for name, type_, count, size, rule, total in (
            ("u4_two_bytes", "u4", 3, 2, None, 1 + 11 + 12), ("u4_one_byte", "u4", 3, 1, "WEIGHTS-3", 0), ("u4_three_bytes", "u4", 3, 3, "WEIGHTS-3", 0),
            ("u1_one_byte", "u1", 9, 1, "WEIGHTS-3", 0), ("u3_full", "u3", 8, 3, None, 6 + 7 + 4 + 1 + 1 + 5 + 7 + 4), ("u3_part", "u3", 9, 4, "WEIGHTS-6", 0),
            ("u6_part", "u6", 3, 3, "WEIGHTS-6", 0)):
        answer = rejected("load", rule) if rule else {"outputs": [Tensor("f32", [2], [total + 1.0, total + 2.0])]}
        runs.append({"name": name, "at": [type_, ir.PRECISION[type_], count, size], **(SURVEY if type_ in ("u3", "u6") else {}),
                     **({} if rule else {"inputs": {"X": Tensor("f32", [2], [1.0, 2.0])}}), **answer})
    corpus.add("invalid/narrow_constants", rules=["WEIGHTS-3", "WEIGHTS-6"], oracle="by-hand", model=graph.text(), weights=graph.weights.data,
               columns=["type", "precision", "count", "size"], runs=runs,
               title="The size of a Const of a narrow type is that of its bits, rounded up to bytes; u3 and u6 fill groups of three bytes.",
               notes="The bytes begin with 0xb1 0x5c 0xe7. u4: 1, 11, 12. u3: 6, 7, 4, 1, 1, 5, 7, 4.")
    graph = ir.Graph()
    x = graph.parameter("X", "f32", [2, 2])
    narrow = graph.op("Convert", x, type="{{type}}", destination_type="{{type}}")
    made = graph.op("{{op}}", narrow, narrow, type="{{type}}", shape=[2, 2])
    graph.result(graph.op("Convert", made, type="f32", destination_type="f32"))
    numbers = Tensor("f32", [2, 2], [3.0, 5.0, 0.0, 1.0])
    runs = [{"name": "%s_of_%s" % (op.lower(), type_), "at": typed(type_) + [op], **SURVEY, **rejected("load", "OP-4")}
            for op in ("Subtract", "Divide", "MatMul") for type_ in ("u4", "f8e4m3")]
    runs.append({"name": "mended", "at": typed("u8") + ["MatMul"], "inputs": {"X": numbers},
                 "outputs": [Tensor("f32", [2, 2], [9.0, 20.0, 0.0, 1.0])]})
    corpus.add("invalid/narrow_operands", rules=["OP-4"], oracle="by-hand", columns=["type", "precision", "op"], model=graph.text(), runs=runs,
               title="Operations that compute do not accept narrow types.",
               notes="As u8, [[3, 5], [0, 1]] times itself is [[9, 20], [0, 1]].")


def add_cases(corpus):
    for add in (add_hand, add_constants, add_conversions, add_loop, add_moved, add_rejected):
        add(corpus)
