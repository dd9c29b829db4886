"""ONNX's operators on operands that stretch to one shape: arithmetic, comparisons, logic and bits."""

import math
from fractions import Fraction

import numpy as np

from case import INTEGERS
from exact import nearest
from onnx_nodes import DERIVED, Nodes, array, of, shuffled
from rounded import INF, NAN
from single import wrapped

ORACLE = "generator: gen/onnx_arithmetic.py"
# Shapes of two operands: equal, a scalar at each side, a higher rank at each side, ones in both.
SHAPES = {"equal": ([2, 3], [2, 3]), "scalar_left": ([], [2, 2]), "scalar_right": ([3], []), "more_axes_left": ([2, 2, 3], [2, 1]),
          "more_axes_right": ([3], [2, 1, 3]), "ones_in_both": ([3, 1], [1, 4])}


def stretched(function, *operands, type_=None, compare=None):
    """A function of the elements of operands at equal positions, by NumPy's broadcasting."""
    arrays = np.broadcast_arrays(*[array(operand) for operand in operands])
    values = [function(*elements) for elements in zip(*[each.reshape(-1).tolist() for each in arrays])]
    return of(type_ or operands[0].type, np.array(values, object).reshape(arrays[0].shape), compare)


def pairs(made, name, node, type_, function, a, b, opset, result=None, compare=None, b_type=None, **more):
    """A run of two lists of equal length."""
    x, y = of(type_, a), of(b_type or type_, b)
    made.run(name, "y = %s (a, b)" % node, {"a": x, "b": y}, {"y": stretched(function, x, y, type_=result or type_, compare=compare)}, opset, **more)


def shapes(made, name, node, type_, function, opset, result=None, compare=None, values=None):
    """A run of each of SHAPES."""
    for kind, (left, right) in SHAPES.items():
        a, b = (values or operands)(type_, left, right)
        made.run("%s_%s" % (name, kind), "y = %s (a, b)" % node, {"a": a, "b": b}, {"y": stretched(function, a, b, type_=result or type_, compare=compare)}, opset)


def operands(type_, left, right):
    """Numbers of which no two are equal, in either operand."""
    return shuffled(type_, left, -5, 2), shuffled(type_, right, 2, 3)


def truncated(a, b):
    """The quotient of integers without its fraction."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    """With the sign of a."""
    return a - truncated(a, b) * b if isinstance(a, int) else math.fmod(a, b)


def add_quotients(corpus):
    made = Nodes()
    a, b = [-7, 7, -7, 7, 6, -6, 1, 100], [2, -2, -2, 2, 3, 3, 7, -7]
    for type_ in ("i8", "i32", "i64"):
        pairs(made, "div_" + type_, "Div", type_, truncated, a, b, 14)
    pairs(made, "div_u8", "Div", "u8", truncated, [7, 255, 200, 3], [2, 16, 201, 4], 14)
    pairs(made, "div_large_i64", "Div", "i64", truncated, [2**62 + 1, -2**53 - 3, 2**40], [3, 2, -7], 14)
    for type_ in ("f32", "f64", "f16"):
        pairs(made, "div_" + type_, "Div", type_, lambda x, y: nearest_of(type_, Fraction(x) / Fraction(y)), [-7, 1, 2.5, -1, 6, 0.75], [2, 3, -10, -7, 0.125, 9], 14,
              compare={"ulp": 8})
    shapes(made, "div", "Div", "i32", truncated, 14)
    for type_ in ("i8", "i32", "i64"):
        pairs(made, "mod_" + type_, "Mod", type_, lambda x, y: x % y, a, b, 13)
        pairs(made, "fmod_" + type_, "Mod <fmod = 1>", type_, remainder, a, b, 13)
    pairs(made, "mod_u8", "Mod", "u8", lambda x, y: x % y, [7, 255, 200, 3], [2, 16, 201, 4], 10)
    for type_ in ("f32", "f64", "f16"):
        pairs(made, "fmod_" + type_, "Mod <fmod = 1>", type_, remainder, [-7.5, 7.5, -7.5, 7.5, 0.75, -1], [2, -2, -2, 2, 0.5, 4], 13)
        pairs(made, "mod_" + type_, "Mod", type_, lambda x, y: x - math.floor(x / y) * y, [-7.5, 7.5, -7.5, 7.5, 0.75, -1], [2, -2, -2, 2, 0.5, 4], 28)
    shapes(made, "mod", "Mod", "i32", lambda x, y: x % y, 13)
    shapes(made, "fmod", "Mod <fmod = 1>", "i64", remainder, 13)
    made.add_to(corpus, "quotients_and_remainders", oracle=ORACLE, kind="boundary", title="Div and Mod of both signs, with fmod, of integers and reals.",
                notes="-7 / 2 is -3 without its fraction. Mod has the sign of the divisor, and with fmod that of the dividend.")


def nearest_of(type_, exact):
    import mpmath
    with mpmath.workprec(400):
        return nearest(mpmath.mpf(exact.numerator) / exact.denominator, type_)


def power(type_):
    def function(a, b):
        import mpmath
        with mpmath.workprec(400):
            exact = mpmath.power(mpmath.mpf(a), mpmath.mpf(b))
            return int(exact) if type_ in INTEGERS else nearest(exact, type_)
    return function


def add_powers(corpus):
    made = Nodes()
    for type_ in ("f32", "f64", "f16"):
        pairs(made, "pow_" + type_, "Pow", type_, power(type_), [2, 9, 0.5, 1.5, 3], [3, 0.5, -2, 2.5, 0], 13, compare={"ulp": 40})
        pairs(made, "pow_of_negative_" + type_, "Pow", type_, power(type_), [-2, -1.5, -3, 0.5], [3, 2, 1, 0], 13, compare={"ulp": 40})
    for base, exponent in (("f32", "i64"), ("f32", "i32"), ("f64", "i32"), ("f32", "f64"), ("f64", "f32"), ("f32", "u8")):
        pairs(made, "pow_%s_%s" % (base, exponent), "Pow", base, power(base), [-2, 5, 7, 0.5, -3], [3, 2, 0, 5, 1], 15, compare={"ulp": 40}, b_type=exponent)
        if exponent != "u8":
            pairs(made, "pow_%s_%s_below_0" % (base, exponent), "Pow", base, power(base), [2, 5, 0.5, 3], [-1, -2, 3, -3], 15, compare={"ulp": 40}, b_type=exponent)
    for base, exponent in (("i32", "i32"), ("i64", "i64"), ("i32", "i64"), ("i64", "i32")):
        pairs(made, "pow_%s_%s" % (base, exponent), "Pow", base, lambda a, b: a**b, [-2, 5, 7, -1, -3, 10], [3, 2, 0, 9, 4, 6], 13, b_type=exponent)
    for base in ("i32", "i64"):
        pairs(made, "pow_%s_f32" % base, "Pow", base, power(base), [2, 10, 7, 100, 3], [0.5, 1.5, 1.25, -0.25, 2.5], 13, b_type="f32",
              tier="survey")  # no text says how a fraction becomes an integer
        pairs(made, "pow_%s_whole_f32" % base, "Pow", base, lambda a, b: a**int(b), [2, 10, 7, -3, 5], [4, 3, 0, 3, 1], 13, b_type="f32")
    for base, exponent in (("f32", "i64"), ("f32", "i32"), ("f16", "i32")):  # no f32 or f16 is equal
        pairs(made, "pow_%s_%s_large" % (base, exponent), "Pow", base, power(base), [-1, -1, 1, -1], [16777217, 16777216, 16777217, 70001], 13, b_type=exponent)
    pairs(made, "pow_i32_i64_wraps", "Pow", "i32", lambda a, b: (pow(a, b, 2**32) + 2**31) % 2**32 - 2**31, [2, 3, -3, 5], [2**32 + 1, 2**32 + 1, 2**32 + 3, 2**33], 13,
          b_type="i64", tier="survey")
    shapes(made, "pow", "Pow", "i64", lambda a, b: a**b, 13, values=lambda t, left, right: (shuffled(t, left, -3, 1), shuffled(t, right, 0, 1)))
    made.add_to(corpus, "powers", oracle=ORACLE, kind="boundary", title="Pow of reals and integers whose exponent has its own type.",
                notes="The result has the type of the base: 10 to the 1.5 is 31 in integers.", rules=["ONNX-GRAPH-2", "NUM-4"])


def add_lists(corpus):
    """Max, Min, Mean and Sum of one to four operands."""
    made = Nodes()
    groups = {"one": [[2, 2]], "two": [[2, 1], [1, 3]], "three": [[3], [2, 1, 1], [2, 1]], "scalars": [[], [2], []], "four": [[2, 3], [3], [2, 1], []]}
    for name, opset, function in (("Max", 13, lambda *x: max(x)), ("Min", 13, lambda *x: min(x)), ("Sum", 13, lambda *x: sum(x)), ("Mean", 13, None)):
        for kind, shape in groups.items():
            # 3, 7, 11, ... of the first, -4, 2, 8, ... of the second, and so on: multiples of 12 after the sum.
            given = {"abcd"[k]: shuffled("f32", dims, (24, -36, 48, -60)[k] + k, (12, -24, 36, 48)[k]) for k, dims in enumerate(shape)}
            compare = DERIVED if name == "Mean" else None
            exact = (lambda *x: nearest_of("f32", Fraction(sum(map(int, x)), len(x)))) if name == "Mean" else function
            made.run("%s_%s" % (name.lower(), kind), "y = %s (%s)" % (name, ", ".join(given)), given, {"y": stretched(exact, *given.values(), compare=compare)}, opset)
    for name, function in (("Max", max), ("Min", min)):
        for type_, a, b in (("i32", [-2**31, 5, -7], [3, -2**31, -8]), ("i64", [2**53 + 1, -1, 4], [2**53, 1, -4]), ("u8", [0, 200, 127], [255, 100, 128]),
                            ("i8", [-128, 5, 127], [127, -5, -1]), ("u64", [2**64 - 1, 0, 9], [2**63, 1, 8]), ("f16", [-1.5, 6, 0.25], [1, 5, 0.5]), ("f64", [1e300, -2, 3], [-1e300, -3, 4])):
            pairs(made, "%s_%s" % (name.lower(), type_), name, type_, function, a, b, 13)
        wins = -INF if name == "Min" else INF
        pairs(made, name.lower() + "_infinity", name, "f32", function, [INF, -INF, 1], [-INF, 3, wins], 13)
        pairs(made, name.lower() + "_nan", name, "f32", lambda a, b: NAN if a != a or b != b else function(a, b), [NAN, 1, NAN], [2, NAN, INF], 13, tier="survey")
    for type_ in ("f64", "f16"):
        for name, function in (("Sum", lambda a, b, c: a + b + c), ("Mean", lambda a, b, c: (a + b + c) / 3)):
            given = {"a": of(type_, [1.5, -2]), "b": of(type_, [[4], [8.5]]), "c": of(type_, -7)}
            exact = lambda *x: nearest_of(type_, Fraction(function(*map(Fraction, x))))
            made.run("%s_%s" % (name.lower(), type_), "y = %s (a, b, c)" % name, given, {"y": stretched(exact, *given.values(), compare=DERIVED)}, 13)
    made.add_to(corpus, "lists_of_operands", oracle=ORACLE, kind="boundary", title="Max, Min, Sum and Mean of one operand and of several with different shapes.",
                rules=["ONNX-GRAPH-2", "NUM-9"])


def add_comparisons(corpus):
    made = Nodes()
    for name, symbol, function in (("GreaterOrEqual", "ge", lambda a, b: a >= b), ("LessOrEqual", "le", lambda a, b: a <= b)):
        for type_, a, b in (("f32", [1, 2, 3, -0.0, INF], [2, 2, 2, 0, -INF]), ("i32", [-5, 4, 7], [3, 4, -8]), ("f64", [1 + 2**-52, 1, 0], [1, 1 + 2**-52, 0]),
                            ("i64", [2**53 + 1, 2**53, -2**62], [2**53, 2**53 + 1, -2**62]), ("u8", [200, 100, 7], [100, 200, 7]), ("i8", [-1, 1, 5], [1, -1, 5]),
                            ("u64", [2**64 - 1, 1, 3], [1, 2**63, 3]), ("f16", [0.5, -1, 2], [0.25, -0.5, 2])):
            pairs(made, "%s_%s" % (symbol, type_), name, type_, function, a, b, 16, result="boolean")
        pairs(made, symbol + "_nan", name, "f32", function, [NAN, 1, NAN, -INF], [NAN, NAN, 1, NAN], 16, result="boolean")
        shapes(made, symbol, name, "f32", function, 16, result="boolean", values=lambda t, left, right: (shuffled(t, left, -2, 1), shuffled(t, right, 0, 1)))
    for type_, condition, x, y in (("f32", [2, 1], [3], [2, 2, 1]), ("i64", [], [2, 1], [3]), ("u8", [3], [], [2, 1]), ("f64", [2, 2, 2], [2], [2, 1]), ("boolean", [2, 3], [3], []),
                                   ("i32", [1, 3], [2, 1], []), ("f16", [2], [], [])):
        c = of("boolean", (np.arange(int(np.prod(condition))) * 2 % 3 == 0).reshape(condition))
        if type_ == "boolean":
            a, b = of(type_, (np.arange(int(np.prod(x))) % 2 == 0).reshape(x)), of(type_, (np.arange(int(np.prod(y))) % 2 == 1).reshape(y))
        else:
            a, b = shuffled(type_, x, 1, 1), shuffled(type_, y, 101, 1)
        made.run("where_" + type_, "y = Where (c, a, b)", {"c": c, "a": a, "b": b}, {"y": stretched(lambda k, v, w: v if k else w, c, a, b, type_=type_)}, 16)
    made.add_to(corpus, "comparisons_and_where", oracle=ORACLE, kind="boundary",
                title="GreaterOrEqual, LessOrEqual and Where, of all types and of operands that stretch.", notes="A comparison with NaN is false.")


def add_logic(corpus):
    made = Nodes()
    p, q = of("boolean", [False, False, True, True]), of("boolean", [False, True, False, True])
    for name, function in (("And", lambda a, b: a and b), ("Or", lambda a, b: a or b), ("Xor", lambda a, b: a != b)):
        made.run(name.lower() + "_all_pairs", "y = %s (a, b)" % name, {"a": p, "b": q}, {"y": stretched(function, p, q)}, 7)
        shapes(made, name.lower(), name, "boolean", function, 7, values=lambda t, left, right: (
            of(t, (array(shuffled("i32", left)) * 2 % 3 == 0)), of(t, array(shuffled("i32", right, 1)) % 2 == 0)))
    made.run("not", "y = Not (a)", {"a": of("boolean", [[True, False, False]])}, {"y": of("boolean", [[False, True, True]])}, 1)
    for name, function in (("BitwiseAnd", lambda a, b: a & b), ("BitwiseOr", lambda a, b: a | b), ("BitwiseXor", lambda a, b: a ^ b)):
        symbol = name[7:].lower()
        for type_, a, b in (("i8", [-128, 93, -1], [127, -44, 85]), ("u8", [129, 93, 255], [254, 202, 85]), ("i16", [-32768, 12345, -2], [-1, 1023, 21845]),
                            ("i32", [-2**31, 123456789, -6], [-1, 65535, 3]), ("u32", [2**32 - 1, 2**31, 5], [2**31 + 1, 2**30, 3]),
                            ("i64", [-2**63, 2**40 + 5, -7], [2**62 - 1, 2**41 - 1, 12]), ("u64", [2**64 - 1, 2**63, 6], [2**63 + 1, 1, 3])):
            pairs(made, "bits_%s_%s" % (symbol, type_), name, type_, function, a, b, 18)
        shapes(made, "bits_" + symbol, name, "i32", function, 18)
    for type_, a in (("i8", [-128, 0, 93]), ("u8", [255, 0, 93]), ("i32", [-1, 6, 2**31 - 1]), ("u32", [0, 5, 2**31]), ("i64", [2**40, -2, 0]), ("u64", [2**63, 0, 5])):
        values = [wrapped(type_, ~v) for v in a]
        made.run("bits_not_" + type_, "y = BitwiseNot (a)", {"a": of(type_, a)}, {"y": of(type_, values)}, 18)
    for type_, a, b in (("u8", [1, 129, 200, 255], [7, 1, 3, 0]), ("u16", [1, 33000, 65535], [15, 1, 8]), ("u32", [1, 2**31 + 5, 2**32 - 1], [31, 1, 16]), ("u64", [1, 2**63 + 5, 2**64 - 1], [63, 1, 40])):
        pairs(made, "shift_left_" + type_, 'BitShift <direction = "LEFT">', type_, lambda x, y: wrapped(type_, x << y), a, b, 11)
        pairs(made, "shift_right_" + type_, 'BitShift <direction = "RIGHT">', type_, lambda x, y: x >> y, a, b, 11)
    for direction, function in (("LEFT", lambda x, y: wrapped("u32", x << y)), ("RIGHT", lambda x, y: x >> y)):
        shapes(made, "shift_" + direction.lower(), 'BitShift <direction = "%s">' % direction, "u32", function, 11,
               values=lambda t, left, right: (shuffled(t, left, 1000, 77777), shuffled(t, right, 1, 2)))
    made.add_to(corpus, "logic_and_bits", oracle=ORACLE, kind="boundary", title="Logical and bitwise operators and shifts, of all types and of operands that stretch.",
                rules=["ONNX-GRAPH-2", "NUM-11"])


def add_casts(corpus):
    """CastLike; types of 8 bits are only inside the model."""
    made = Nodes()
    x = [-2.75, 0, 0.5, 3.25, 100]
    for type_, values in (("i32", [-2, 0, 0, 3, 100]), ("i64", [-2, 0, 0, 3, 100]), ("i8", [-2, 0, 0, 3, 100]), ("boolean", [True, False, True, True, True]), ("f64", x), ("f16", x)):
        like = of(type_, [[True]] if type_ == "boolean" else [[7]])
        # No text says how a fraction becomes an integer.
        made.run("to_" + type_, "y = CastLike (x, like)", {"x": of("f32", x), "like": like}, {"y": of(type_, values)}, 19, **({"tier": "survey"} if type_[0] == "i" else {}))
        if type_[0] == "i":
            whole = [-2, 0, 7, 3, 100]
            made.run("whole_to_" + type_, "y = CastLike (x, like)", {"x": of("f32", whole), "like": like}, {"y": of(type_, whole)}, 19)
    made.run("i64_to_u8", "y = CastLike (x, like)", {"x": of("i64", [3, 300, -1]), "like": of("u8", 0)}, {"y": of("u8", [3, 44, 255])}, 15)
    made.run("u64_to_i64", "y = CastLike (x, like)", {"x": of("u64", [2**40 + 5, 2**63, 2**64 - 1]), "like": of("i64", 0)}, {"y": of("i64", [2**40 + 5, -2**63, -1])}, 15)
    made.run("boolean_to_f32", "y = CastLike (x, like)", {"x": of("boolean", [True, False]), "like": of("f32", 5)}, {"y": of("f32", [1, 0])}, 15)
    text = "b = Cast <to = %d> (like) c = CastLike <%s> (x, b) y = Cast <to = 1> (c)"
    for name, to, attributes, opset, values in (
            ("f8e4m3_saturates", 17, "", 19, [448, -448, 1.125]), ("f8e4m3_does_not_saturate", 17, "saturate = 0", 19, [NAN, NAN, 1.125]),
            ("f8e5m2_saturates", 19, "", 21, [57344, -57344, 1]), ("f8e5m2_does_not_saturate", 19, "saturate = 0", 21, [INF, -INF, 1]),
            ("f8e4m3fnuz_saturates", 18, "", 19, [240, -240, 1.125]), ("f8e4m3fnuz_does_not_saturate", 18, "saturate = 0", 19, [NAN, NAN, 1.125]),
            ("f8e5m2fnuz_saturates", 20, "", 21, [57344, -57344, 1]), ("f8e5m2fnuz_does_not_saturate", 20, "saturate = 0", 21, [NAN, NAN, 1])):
        made.run(name, text % (to, attributes), {"x": of("f32", [1e6, -1e6, 1.125]), "like": of("f32", [1])}, {"y": of("f32", values)}, opset)
    for mode, values in (("up", [4, 2, 8]), ("down", [2, 2, 4]), ("nearest", [2, 2, 8])):
        made.run("f8e8m0_" + mode, text % (24, 'round_mode = "%s"' % mode), {"x": of("f32", [2.5, 2, 7]), "like": of("f32", [1])}, {"y": of("f32", values)}, 24,
                 tier="survey")  # ONNX's function for CastLike does not pass the mode on
    made.add_to(corpus, "cast_like", oracle=ORACLE, kind="boundary", title="CastLike to the type of another operand, whose shape and values do not count.",
                notes="1.125 is between 1 and 1.25 of f8e5m2, and 1 is even. 2.5 is between 2 and 4, and nearer to 2.", rules=["ONNX-GRAPH-2", "NUM-7", "NUM-13"])


def add_casts_to_four_bits(corpus):
    """ONNX, "4 bit integer types": to the nearest integer, of two the even one, as Python's round."""
    made = Nodes()
    text = "b = Cast <to = %d> (x) y = Cast <to = 1> (b)"
    for type_, to, nearest_, ties in (("u4", 21, [0.25, 0.75, 1.25, 5.75, 14.75, 3], [0.5, 1.5, 2.5, 13.5, 14.5]),
                                      ("i4", 22, [0.25, 0.75, -1.25, 5.75, -7.75, 3], [0.5, 1.5, -2.5, -5.5, 6.5])):
        for name, x in (("nearest", nearest_), ("ties", ties)):
            for real in ("f32", "f16"):
                made.run("%s_%s_%s" % (real, type_, name), text % to, {"x": of(real, x)}, {"y": of("f32", [float(round(v)) for v in x])}, 21)
    made.add_to(corpus, "cast_to_four_bits", oracle=ORACLE, kind="boundary", title="Cast to integers of 4 bits rounds to the nearest one.",
                notes="0.75 is 1, while other integers drop the fraction. 2.5 is between 2 and 3, and 2 is even.", rules=["ONNX-GRAPH-12"])


def add_cases(corpus):
    for add in (add_quotients, add_powers, add_lists, add_comparisons, add_logic, add_casts, add_casts_to_four_bits):
        add(corpus)
