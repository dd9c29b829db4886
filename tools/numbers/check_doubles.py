#!/usr/bin/python3
"""Compare the functions of NUM-4 with exact values for f64 that are hard to round, for docs/functions.md.

    tools/numbers/check_doubles.py PROGRAM CORE_MATH [FUNCTION...]

PROGRAM is backedge, and CORE_MATH a checkout of CORE-MATH (https://core-math.gitlabpages.inria.fr), which
publishes such numbers for each function: src/binary64/FUNCTION/FUNCTION.wc. Others are searched: numbers whose
result is nearest to the middle between two f64. The exact values come from mpmath, which shares no code with
MPFR.
"""

import argparse
import concurrent.futures
import math
import pathlib
import random

import mpmath
import numpy as np
import one_layer

# The operation, its first version, and the range of the search.
FUNCTIONS = {
    "exp": ("Exp", 1, -708, 709), "log": ("Log", 1, 1e-300, 1e300), "sin": ("Sin", 1, -100, 100), "cos": ("Cos", 1, -100, 100),
    "tan": ("Tan", 1, -100, 100), "asin": ("Asin", 1, -1, 1), "acos": ("Acos", 1, -1, 1), "atan": ("Atan", 1, -100, 100),
    "sinh": ("Sinh", 1, -700, 700), "cosh": ("Cosh", 1, -700, 700), "tanh": ("Tanh", 1, -18, 18), "asinh": ("Asinh", 4, -1e10, 1e10),
    "acosh": ("Acosh", 4, 1, 1e10), "atanh": ("Atanh", 4, -1, 1), "erf": ("Erf", 1, -5, 5), "sigmoid": ("Sigmoid", 1, -700, 36),
    "atan2": ("Atan2", 17, -100, 100),
}
STARTS, STEPS = 256, 1 << 20


def exact(name, *numbers):
    """The function at these finite f64, as an mpf; None if it is not a finite number."""
    x = mpmath.mpf(numbers[0])
    if name == "sigmoid":
        return 1 / (1 + mpmath.exp(-x))
    if name == "atan2":
        return mpmath.atan2(x, mpmath.mpf(numbers[1])) if all(numbers) else None  # mpmath has no -0
    if name == "log" and x <= 0 or name in ("asin", "acos") and abs(x) > 1 or name == "acosh" and x < 1 or name == "atanh" and abs(x) >= 1:
        return None
    if name in ("exp", "sinh", "cosh") and abs(x) > 1000:
        return None
    return getattr(mpmath, name)(x)


def nearest_double(value):
    """The f64 that is nearest to an mpf."""
    man, exponent = int(value.man), int(value.exp)
    if value < 0:
        man = -abs(man)
    try:
        return man * 2**exponent / 1 if exponent >= 0 else man / 2**-exponent  # Python rounds the quotient once
    except OverflowError:
        return math.copysign(math.inf, man)


def rounded(name, numbers):
    """The exact value, rounded once; None if it is not finite, or a zero whose sign is not known."""
    for precision in (170, 400, 1200, 4000):
        with mpmath.workprec(precision):
            value = exact(name, *numbers)
            if value is None:
                return None
            doubt = abs(value) * mpmath.mpf(2) ** (20 - precision)
            low, high = nearest_double(value - doubt), nearest_double(value + doubt)
        if low == high:
            return None if low == 0 else low
    raise AssertionError(f"{name} {numbers}: too near to a middle")


def published(core_math, name):
    """The numbers of CORE-MATH: a line is "x" or "x,y" in C's notation."""
    file = core_math / f"src/binary64/{name}/{name}.wc"
    numbers = []
    for line in file.read_text(encoding="ascii").splitlines() if file.exists() else []:
        words = line.split("#")[0].replace("snan", "nan").strip()
        try:
            row = [float.fromhex(word) if "0x" in word else float(word) for word in words.split(",")] if words else []
        except ValueError:
            continue  # NaN with a payload
        if len(row) == (2 if name == "atan2" else 1) and all(map(math.isfinite, row)):
            numbers.append(row)
    return numbers


def search(name, seed):
    """(distance to a middle in ulp of the result, numbers): the nearest of STEPS neighbours of a number."""
    draw = random.Random(f"{name} {seed}")
    low, high = FUNCTIONS[name][2:]
    beyond = [draw.uniform(low, high)] if name == "atan2" else []
    for _ in range(1000):
        largest = max(abs(low), abs(high))
        x = draw.uniform(low, high) if seed % 2 else draw.choice([-1, 1]) * largest * 2.0 ** -draw.uniform(0, 30)
        ulp = math.ulp(x)
        if not low < x < high or not low < x + STEPS * ulp < high or math.frexp(x)[1] != math.frexp(x + STEPS * ulp)[1]:
            continue
        with mpmath.workprec(300):
            values = [exact(name, x + k * STEPS // 2 * ulp, *beyond) for k in range(3)]
            unit = mpmath.mpf(math.ulp(nearest_double(values[0])))
            if 0 in values or math.ulp(nearest_double(values[2])) != unit:
                continue
            # In units of the result: values[0] + slope * k + curve * k^2, without whole units.
            half = STEPS // 2
            curve = (values[2] - 2 * values[1] + values[0]) / (2 * half**2) / unit
            slope = (values[1] - values[0]) / half / unit - curve * half
            begin, slope = (float(number - mpmath.floor(number)) for number in (values[0] / unit, slope))
            curve = float(curve)
        k = np.arange(STEPS)
        place = begin + np.modf(slope * k)[0] + np.modf(curve * (k * k))[0]
        k = int(np.argmin(np.abs(place - np.floor(place) - 0.5)))
        row = [x + k * ulp, *beyond]
        with mpmath.workprec(300):
            place = exact(name, *row) / unit
            return float(abs(place - mpmath.floor(place) - 0.5)), row
    raise AssertionError(name)


def rounded_rows(name, rows):
    return [rounded(name, row) for row in rows]


def check(program, core_math, name, pool):
    given = published(core_math, name)
    found = sorted(pool.map(search, [name] * STARTS, range(STARTS)))
    rows = given + [row for _, row in found]
    parts = [rows[i:i + 2000] for i in range(0, len(rows), 2000)]
    expected = [value for part in pool.map(rounded_rows, [name] * len(parts), parts) for value in part]
    operation, version = FUNCTIONS[name][:2]
    results = one_layer.run(program, operation, version, "f64", [np.array(column) for column in zip(*rows)])
    compared = [(row, value, result) for row, value, result in zip(rows, expected, results) if value is not None]
    wrong = [line for line in compared if line[1] != line[2]]
    for row, value, result in wrong[:5]:
        print(name, [number.hex() for number in row], "exact", value.hex(), "ours", float(result).hex())
    return f"| `{name}` | {len(compared) - len(found):,} | {len(found)} | 2^{math.log2(found[0][0]):.0f} | {len(wrong)} |\n".replace(",", " "), not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("core_math", metavar="CORE_MATH", type=pathlib.Path)
    parser.add_argument("functions", metavar="FUNCTION", nargs="*", choices=[*FUNCTIONS, []])
    parser.add_argument("--jobs", type=int, default=1, help="processes at the same time")
    arguments = parser.parse_args()
    good = True
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for name in arguments.functions or FUNCTIONS:
            row, right = check(arguments.program, arguments.core_math, name, pool)
            good = good and right
            one_layer.write_rows("doubles", {name: row}, FUNCTIONS)
    raise SystemExit(not good)


if __name__ == "__main__":
    main()
