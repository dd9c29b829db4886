"""OV-246: operations with a constant of more axes become one that has fewer (CPU plugin)."""

import numpy as np
import openvino as ov
import openvino.opset13 as op


def axes_of(make):
    """The number of axes of the result if x has one axis."""
    x = op.parameter([3], np.float32)
    compiled = ov.Core().compile_model(ov.Model([make(x)], [x]), "CPU")
    return compiled([np.float32([-1, 1, 2])])[0].ndim


def k(value):
    """A constant with two axes."""
    return np.float32([[value]])


def bounded(x):
    return op.minimum(op.maximum(op.add(x, k(3)), np.float32(0)), np.float32(6))


half, root = np.float32(0.5), np.float32(2**0.5)
MADE = {
    "Clamp": lambda x: op.minimum(op.maximum(x, k(-1)), np.float32(1)),
    "Divide": lambda x: op.multiply(x, op.power(x, k(-1))),
    "Gelu": lambda x: op.multiply(op.multiply(x, half), op.add(op.erf(op.divide(x, root)), k(1))),
    "HSigmoid": lambda x: op.multiply(bounded(x), np.float32(1 / 6)),
    "HSwish": lambda x: op.multiply(x, op.multiply(bounded(x), np.float32(1 / 6))),
    "Mish": lambda x: op.multiply(x, op.tanh(op.log(op.add(op.exp(x), k(1))))),
    "PRelu": lambda x: op.maximum(x, op.multiply(x, k(0.5))),
    "SoftPlus": lambda x: op.log(op.add(op.exp(x), k(1))),
    "Subtract": lambda x: op.add(x, op.multiply(x, k(-1))),
    "Swish": lambda x: op.multiply(x, op.sigmoid(op.multiply(x, k(2)))),
}
expected = []  # the results without the second axis
print("expected", expected, flush=True)
got = [name for name, make in MADE.items() if axes_of(make) != 2]
print("got     ", got)
raise SystemExit(got != expected)
