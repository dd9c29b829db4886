"""ONNX's Cast between all pairs of types, where the operator's text says what the result is."""

from fractions import Fraction

import numpy as np

from case import INTEGERS
from exact import nearest
from onnx_case import ONNX_TYPES
from onnx_nodes import Nodes, of
from rounded import INF, NAN
from single import wrapped

ORACLE = "generator: gen/onnx_casts.py"
NUMBERS = {"boolean": 9, "f16": 10, "f32": 1, "f64": 11, "i8": 3, "i16": 5, "i32": 6, "i64": 7, "u8": 2, "u16": 4, "u32": 12, "u64": 13}
REALS = ("f16", "f32", "f64")


def nearest_of(type_, value):
    import mpmath
    with mpmath.workprec(400):
        exact = Fraction(value)
        return nearest(mpmath.mpf(exact.numerator) / exact.denominator, type_)


def borders(type_):
    """The least and the greatest value of a type of integers."""
    width = int(type_[1:])
    return (-2**(width - 1), 2**(width - 1) - 1) if type_[0] == "i" else (0, 2**width - 1)


def converted(to, value):
    """What the text of Cast says; integers lose their higher bits."""
    if to == "boolean":
        return value != 0
    return wrapped(to, int(value)) if to in INTEGERS else nearest_of(to, value)


def whole(from_, to):
    """Whole numbers of `from_`. If it is a type of reals, all are in the range of `to`."""
    if from_ in INTEGERS:
        low, high = borders(from_)
        values = [0, 1, 37, 93, high, high - 1, low, low + 1, high // 2 + 1, high // 256 + 2, high // 3]
        return [v for v in values if to not in REALS or to != "f16" or abs(v) <= 65504]
    bits = {"f16": 11, "f32": 24, "f64": 53}[from_]
    values = [0, 1, 2, 100, 127, 128, 200, 255, 256, 32767, 32768, 60000, 2**16 + 1, 2**24 - 1, 2**24 + 1, 2**31 - 1, 2**31, 3 * 2**30, 2**32 - 2**8, 2**40 + 1, 2**53 - 1, 2**53 + 2, 2**62, 2**63]
    values += [-v for v in values if v] + [-2**15, -2**31 - 2]
    fit = [v for v in values if nearest_of(from_, v) == v and abs(v).bit_length() < 1024]
    low, high = borders(to) if to in INTEGERS else (-2**bits, 2**bits)
    return [v for v in fit if low <= v <= high]


def add_whole(corpus):
    made = Nodes()
    for from_ in NUMBERS:
        inputs, outputs, nodes = {}, {}, []
        for to in NUMBERS:
            values = [False, True, True, False] if from_ == "boolean" else whole(from_, to)
            inputs["x_" + to] = of(from_, np.array(values, object))
            outputs["y_" + to] = of(to, np.array([converted(to, int(v)) for v in values], object))
            nodes.append("y_%s = Cast <to = %d> (x_%s)" % (to, NUMBERS[to], to))
        made.run("of_" + from_, " ".join(nodes), inputs, outputs, 13)
    made.add_to(corpus, "cast_whole_numbers", oracle=ORACLE, kind="boundary", title="Cast of whole numbers between all types.", rules=["ONNX-GRAPH-2", "NUM-7"],
                notes="Integers that do not fit lose their higher bits, as Cast's text says: 200 of int16 is -56 of int8. Reals are in the range of the result.")


def add_reals(corpus):
    made = Nodes()
    limit = {"f16": [65504, -65504, 6.103515625e-05], "f32": [16777215, -3.4028234663852886e38, 1.1754943508222875e-38], "f64": [2.0**52 + 0.5, 1e300]}
    for from_, to in (("f16", "f32"), ("f16", "f64"), ("f32", "f64"), ("f16", "f16"), ("f32", "f32"), ("f64", "f64")):
        values = [1.5, -0.25, INF, -INF, NAN] + limit[from_]
        made.run("%s_to_%s" % (from_, to), "y = Cast <to = %d> (x)" % NUMBERS[to], {"x": of(from_, values)}, {"y": of(to, values)}, 13)
    # Each of the others has a neighbour at unequal distances, or is exact.
    for from_, to, values in (("f32", "f16", [0.1, -0.3, 2049.5, 1000.3, 65500, 1.0000001, 6.11e-05]),
                              ("f64", "f16", [0.1, -0.3, 2049.5, 1000.3, 65500, 1.0000001]),
                              ("f64", "f32", [0.1, -0.3, 2.0**24 + 1.5, 1e38, 2e-38, 1 + 2.0**-24 + 2.0**-50])):
        made.run("%s_to_%s" % (from_, to), "y = Cast <to = %d> (x)" % NUMBERS[to], {"x": of(from_, [float(np.float32(v)) for v in values] if from_ == "f32" else values)},
                 {"y": of(to, [nearest_of(to, float(np.float32(v)) if from_ == "f32" else v) for v in values])}, 13)
        far = {"f16": [70000, -1e10, 65536], "f32": [1e39, -1e300, 3.5e38]}[to]
        made.run("%s_beyond_%s" % (from_, to), "y = Cast <to = %d> (x)" % NUMBERS[to], {"x": of(from_, [INF, -INF, NAN] + far)}, {"y": of(to, [INF, -INF, NAN] + [INF if v > 0 else -INF for v in far])}, 13)
    # An implementation may take subnormal numbers as 0.
    for from_, to, values in (("f16", "f32", [2.0**-24, -3 * 2.0**-24]), ("f32", "f32", [2.0**-149]), ("f64", "f64", [2.0**-1074]), ("f32", "f16", [2.0**-24, -2.0**-15]),
                              ("f64", "f16", [2.0**-24, 3 * 2.0**-24]), ("f64", "f32", [2.0**-149, 1e-38])):
        made.run("%s_to_%s_subnormal" % (from_, to), "y = Cast <to = %d> (x)" % NUMBERS[to], {"x": of(from_, values)}, {"y": of(to, [nearest_of(to, v) for v in values])}, 13, tier="survey")
    # Cast's text does not say how a double is rounded. Through a float it is rounded twice.
    beside = [1 + 2.0**-11 + 2.0**-40, 1 + 3 * 2.0**-11 - 2.0**-40]
    made.run("f64_to_f16_beside_halves", "y = Cast <to = 10> (x)", {"x": of("f64", beside)}, {"y": of("f16", [nearest_of("f16", v) for v in beside])}, 13, tier="survey")
    for from_ in INTEGERS:
        if borders(from_)[1] > 70000:
            made.run("%s_beyond_f16" % from_, "y = Cast <to = 10> (x)", {"x": of(from_, [borders(from_)[1], 70000, 5])}, {"y": of("f16", [INF, INF, 5])}, 13)
    for from_ in REALS:
        made.run("%s_to_boolean" % from_, "y = Cast <to = 9> (x)", {"x": of(from_, [0, -0.0, 0.5, -0.25, 1, 256, 2.0**-24, INF, -INF, NAN])},
                 {"y": of("boolean", [False, False] + [True] * 8)}, 13)
    for opset in (6, 9, 19, 24):
        made.run("version_%d" % opset, "y = Cast <to = 1> (x)", {"x": of("i32", [2**24 + 1, 2**24 + 3, -7])}, {"y": of("f32", [2**24, 2**24 + 4, -7])}, opset)
    made.add_to(corpus, "cast_reals", oracle=ORACLE, kind="boundary", title="Cast of reals to other types of reals and to booleans.", rules=["ONNX-GRAPH-2", "NUM-1"],
                notes="A real that is out of range becomes an infinity, and everything except zeros becomes true, as Cast's text says.")


def add_cases(corpus):
    for add in (add_whole, add_reals):
        add(corpus)
    assert set(NUMBERS) == set(ONNX_TYPES)
