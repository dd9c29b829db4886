"""Arithmetic as docs/spec/numbers.md states it, for oracles: f32 arrays of NumPy, each primitive rounded once.

NumPy's f32 operators +, -, *, / and sqrt are the primitives themselves. This file has what NumPy does
differently: sums in double in index order, and functions correctly rounded from 200 bits of mpmath.
"""

import mpmath
import numpy as np

F32 = np.float32
# digits, last place of subnormals
FORMATS = {"f16": (11, -24), "bf16": (8, -133), "f32": (24, -149), "f64": (53, -1074)}
LARGEST = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f32": 3.4028234663852886e38, "f64": 1.7976931348623157e308}


def nearest(value, type_="f32"):
    """The value of a type nearest to an mpf, ties to even, as a Python float."""
    if mpmath.isnan(value) or mpmath.isinf(value) or value == 0:
        return float(value)
    digits, least = FORMATS[type_]
    sign, mantissa, exponent, bits = value._mpf_
    drop = max(bits - digits, least - exponent)
    if drop > 0:
        half, rest = 1 << (drop - 1), int(mantissa) & ((1 << drop) - 1)
        mantissa = (int(mantissa) >> drop)
        mantissa += rest > half or (rest == half and mantissa & 1)
        exponent += drop
    magnitude = mpmath.ldexp(mpmath.mpf(int(mantissa)), exponent)
    result = float("inf") if magnitude > mpmath.mpf(LARGEST[type_]) else float(magnitude)
    return -result if sign else result


FUNCTIONS = {
    "exp": mpmath.exp, "log": mpmath.log, "sin": mpmath.sin, "cos": mpmath.cos, "tanh": mpmath.tanh,
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)), "sqrt": mpmath.sqrt,
    "tan": mpmath.tan, "asin": mpmath.asin, "acos": mpmath.acos, "atan": mpmath.atan, "sinh": mpmath.sinh, "cosh": mpmath.cosh,
    "asinh": mpmath.asinh, "acosh": mpmath.acosh, "atanh": mpmath.atanh, "erf": mpmath.erf,
}
KNOWN = {}


def function(name, value, type_="f32"):
    """A function of one finite value, correctly rounded."""
    key = (name, float(value), type_)
    if key not in KNOWN:
        with mpmath.workprec(200):
            KNOWN[key] = nearest(FUNCTIONS[name](mpmath.mpf(float(value))), type_)
    return KNOWN[key]


def apply(name, array):
    """The function of every element of an f32 array."""
    array = np.asarray(array, F32)
    return np.array([function(name, v) for v in array.reshape(-1)], F32).reshape(array.shape)


def sum_last(products):
    """Doubles added in the order of the last axis, rounded to f32 once."""
    total = np.zeros(products.shape[:-1], np.float64)
    for k in range(products.shape[-1]):
        total = total + products[..., k]
    return total.astype(F32)


def matmul(a, b):
    """[m, k] x [k, n]; a product of two f32 is exact in double."""
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    total = np.zeros((a.shape[0], b.shape[1]), np.float64)
    for k in range(a.shape[1]):
        total = total + a[:, k:k + 1] * b[k:k + 1, :]
    return total.astype(F32)


def noise(seed, shape, last_place=64, span=129):
    """Deterministic multiples of 1 / last_place around 0, in f32."""
    count = int(np.prod(shape, dtype=np.int64))
    out, value = [], seed * 2654435761 % 2**31
    for _ in range(count):
        value = (value * 1103515245 + 12345) % 2**31
        out.append(((value >> 12) % span - span // 2) / last_place)
    return np.array(out, F32).reshape(shape)
