#!/usr/bin/python3
"""Compare operations of two operands with exact values, for two million pairs of each type.

    tools/numbers/check_pairs.py PROGRAM [OPERATION...]

PROGRAM is backedge. The pairs are all of some boundary values, and random ones. Expected values come from NumPy
in f64, rounded once by this program, or from Python's integers. The table is in docs/functions.md.
"""

import argparse

import numpy as np
import one_layer

PAIRS = 2_000_000
SIGNED, UNSIGNED = ["i8", "i16", "i32", "i64"], ["u8", "u16", "u32", "u64"]
INTEGERS = SIGNED + UNSIGNED
# The precision, the least exponent, and the number of bits.
REALS = {"f16": (11, -14, 16), "bf16": (8, -126, 16), "f32": (24, -126, 32), "f64": (53, -1022, 64)}
ARITHMETIC = ["Add", "Subtract", "Multiply", "Divide", "Mod", "FloorMod", "Maximum", "Minimum", "SquaredDifference"]
COMPARISONS = {"Equal": np.equal, "NotEqual": np.not_equal, "Less": np.less, "LessEqual": np.less_equal, "Greater": np.greater,
               "GreaterEqual": np.greater_equal}
BITWISE = {"BitwiseAnd": np.bitwise_and, "BitwiseOr": np.bitwise_or, "BitwiseXor": np.bitwise_xor}
SHIFTS = ["BitwiseLeftShift", "BitwiseRightShift"]
VERSIONS = {**dict.fromkeys(BITWISE, 13), **dict.fromkeys(SHIFTS, 15)}
OPERATIONS = [*ARITHMETIC, *COMPARISONS, "Power", *BITWISE, *SHIFTS]


def rounded(x, type_):
    """f64 numbers, rounded to the nearest number of a type. Halves go to the even one."""
    if type_ == "f64":
        return x
    precision, least, _ = REALS[type_]
    finite = np.where(np.isfinite(x), x, 0)
    exponent = np.maximum(np.frexp(finite)[1] - 1, least)
    unit = np.ldexp(1.0, exponent - precision + 1)
    y = np.rint(finite / unit) * unit
    largest = np.ldexp(2.0 - 2.0 ** (1 - precision), -least + 1)
    y = np.where(np.abs(y) > largest, np.copysign(np.inf, y), y)
    return np.where(np.isfinite(x), np.copysign(y, x), x)


def bits_of(x, type_):
    """The bits of these numbers, which the type has. NaN is positive and quiet."""
    if type_ == "f64":
        bits, nan = x.astype(np.float64).view(np.uint64), 0x7ff8 << 48
    elif type_ == "f16":
        bits, nan = x.astype(np.float16).view(np.uint16), 0x7e00
    else:
        bits, nan = x.astype(np.float32).view(np.uint32), 0x7fc00000
        if type_ == "bf16":
            bits, nan = (bits >> 16).astype(np.uint16), 0x7fc0
    return np.where(np.isnan(x), bits.dtype.type(nan), bits)


def numbers_of(bits, type_):
    if type_ == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return bits.view({"f16": np.float16, "f32": np.float32, "f64": np.float64}[type_]).astype(np.float64)


def pairs(type_, draw):
    """Two columns of bits."""
    width = REALS[type_][2] if type_ in REALS else int(type_[1:])
    unsigned = np.dtype(f"u{width // 8}")
    if type_ in REALS:
        precision, least, _ = REALS[type_]
        values = [0, 1, 2, 3, 0.5, 1.5, 10, 2.0 ** (precision - 1), 2.0**precision, 2.0 ** (precision + 1), np.inf, np.nan]
        values += [np.ldexp(1.0, least), np.ldexp(1.0, least - precision + 1), np.ldexp(1 - 2.0 ** (1 - precision), least),
                   np.ldexp(2 - 2.0 ** (1 - precision), -least + 1), 1 + 2.0 ** (1 - precision), 1 - 2.0**-precision, rounded(np.array(0.1), type_)]
        boundary = bits_of(np.array([sign * value for value in values for sign in (1, -1)], dtype=np.float64), type_).astype(unsigned)
        boundary = np.append(boundary, bits_of(np.array([np.nan]), type_).astype(unsigned) | unsigned.type(1))  # payload
    else:
        powers = [2**k for k in range(width)]
        boundary = np.array(sorted({(value + d) % 2**width for value in [0, *powers] for d in (-2, -1, 0, 1)}), dtype=unsigned)
    a, b = (each.ravel() for each in np.meshgrid(boundary, boundary))
    count = PAIRS - len(a)
    x, y = (draw.integers(0, 2**width, count, dtype=unsigned, endpoint=False) for _ in range(2))
    # Half of the second operands are near the first one, or small.
    near = draw.integers(0, 4, count)
    y = np.where(near == 0, x + draw.integers(0, 200, count).astype(unsigned), np.where(near == 1, y >> unsigned.type(width // 2), y))
    return np.concatenate([a, x]), np.concatenate([b, y])


def real_result(name, a, b, type_):
    """The bits of the results of numbers in f64."""
    with np.errstate(all="ignore"):
        if name in ("Maximum", "Minimum"):
            larger = np.where((a > b) | ((a == b) & ~np.signbit(a)), a, b)
            smaller = np.where((a < b) | ((a == b) & np.signbit(a)), a, b)
            return bits_of(np.where(np.isnan(a) | np.isnan(b), np.nan, larger if name == "Maximum" else smaller), type_)
        if name == "Mod":
            return bits_of(rounded(np.fmod(a, b), type_), type_)
        if name == "FloorMod":
            rest = np.fmod(a, b)
            rest = np.where((rest != 0) & (np.signbit(rest) != np.signbit(b)), rest + b, rest)
            return bits_of(rounded(np.where(rest == 0, np.copysign(0, b), rest), type_), type_)
        if name == "SquaredDifference":
            difference = rounded(a - b, type_)
            return bits_of(rounded(difference * difference, type_), type_)
        return bits_of(rounded({"Add": np.add, "Subtract": np.subtract, "Multiply": np.multiply, "Divide": np.divide}[name](a, b), type_), type_)


def integer_results(name, a, b, width):
    """The results of two lists of Python's integers, before they wrap."""
    def quotient(x, y):  # toward 0
        return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)

    def power(x, y):
        return pow(x, y, 2**width) if y >= 0 else x ** (y % 2) if abs(x) == 1 else 0
    function = {
        "Add": lambda x, y: x + y, "Subtract": lambda x, y: x - y, "Multiply": lambda x, y: x * y, "Divide": lambda x, y: x // y,
        "Mod": lambda x, y: x - quotient(x, y) * y, "FloorMod": lambda x, y: x % y, "Maximum": max, "Minimum": min,
        "SquaredDifference": lambda x, y: (x - y) ** 2, "Power": power,
        "BitwiseLeftShift": lambda x, y: x << y % 2**width if y % 2**width < width else 0,
        "BitwiseRightShift": lambda x, y: x >> min(y % 2**width, width),
    }[name]
    return [function(x, y) % 2**width for x, y in zip(a, b)]


def check(program, name, type_):
    """(pairs, wrong ones)"""
    a, b = pairs(type_, np.random.default_rng(1))
    if type_ in REALS:
        of_a, of_b = numbers_of(a, type_), numbers_of(b, type_)
        given = [column.view("V2") if type_ == "bf16" else column.view("f" + str(column.itemsize)) for column in (a, b)]
    else:
        if name in ("Divide", "Mod", "FloorMod"):
            a, b = a[b != 0], b[b != 0]
        signed = np.dtype(("i" if type_[0] == "i" else "u") + str(a.itemsize))
        given = [column.view(signed) for column in (a, b)]
        if name == "Power" and type_[0] == "i":
            allowed = (given[0] != 0) | (given[1] >= 0)
            given = [column[allowed] for column in given]
        of_a, of_b = given
    ours = one_layer.run(program, name, VERSIONS.get(name, 1), type_, given)
    if name in COMPARISONS:
        expected = COMPARISONS[name](of_a, of_b)
    elif name in BITWISE:
        expected = BITWISE[name](of_a, of_b)
    elif type_ in REALS:
        expected, ours = real_result(name, of_a, of_b, type_), ours.view(a.dtype)
    else:
        expected, ours = np.array(integer_results(name, of_a.tolist(), of_b.tolist(), a.itemsize * 8), dtype=a.dtype), ours.view(a.dtype)
    wrong = np.flatnonzero(expected != ours)
    for i in wrong[:5]:
        print(name, type_, of_a[i], of_b[i], "expected", expected[i], "ours", ours[i])
    return len(given[0]), len(wrong)


def types_of(name):
    return INTEGERS if name == "Power" or name in BITWISE or name in SHIFTS else [*INTEGERS, *REALS]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("operations", metavar="OPERATION", nargs="*", choices=[*OPERATIONS, []])
    arguments = parser.parse_args()
    good = True
    for name in arguments.operations or OPERATIONS:
        counts = [check(arguments.program, name, type_) for type_ in types_of(name)]
        count, wrong = map(sum, zip(*counts))
        row = f"| `{name}` | {' '.join(types_of(name))} | {count:,} | {wrong} |\n".replace(",", " ")
        one_layer.write_rows("pairs", {name: row}, OPERATIONS)
        good = good and not wrong
    raise SystemExit(not good)


if __name__ == "__main__":
    main()
