"""JAX-1: two products with constants become one, which makes 0 NaN (XLA CPU)."""

import jax
import numpy as np

LARGE = np.float32(2.0**100)


def twice(x):
    return x * LARGE * LARGE


x = np.float32([0, 2.0**-100])
expected = np.asarray(twice(x)).tolist()  # by NumPy
print("expected", expected)
got = np.asarray(jax.jit(twice)(x)).tolist()
print("got     ", got)
raise SystemExit(got != expected)
