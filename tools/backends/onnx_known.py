"""Operators on integers that do not depend on the inputs of a model, computed with NumPy. They make shapes."""

import numpy as np
import onnx

MOST_ELEMENTS = 1 << 10


def axes_of(node, given):
    return tuple(int(axis) for axis in (node.get("axes") if given is None else given.reshape(-1)))


def cast(node, x):
    dtype = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(node.attributes["to"]))
    return x.astype(dtype) if dtype.kind in "biu" else None


def gather(node, x, indices):
    return np.take(x, indices, axis=node.get("axis", 0), mode="raise")


def reshape(node, x, sizes):
    if 0 in sizes and not node.get("allowzero", 0):
        return None
    return x.reshape(sizes)


def unsqueeze(node, x, axes=None):
    return np.expand_dims(x, axes_of(node, axes))


def squeeze(node, x, axes=None):
    return np.squeeze(x) if axes is None and "axes" not in node.attributes else np.squeeze(x, axes_of(node, axes))


def concat(node, *parts):
    return np.concatenate(parts, node.attributes["axis"])


def range_(node, start, limit, delta):
    if not delta.all():
        return None
    return np.arange(start.reshape(()), limit.reshape(()), delta.reshape(()), start.dtype)


FUNCTIONS = {
    "Add": lambda node, a, b: a + b, "Sub": lambda node, a, b: a - b, "Mul": lambda node, a, b: a * b, "Cast": cast, "Gather": gather,
    "Reshape": reshape, "Unsqueeze": unsqueeze, "Squeeze": squeeze, "Concat": concat, "Range": range_,
}


def fold(node, arrays):
    """The result of a node on known arrays, or None if it is not one of small integers."""
    arrays = [array for array in arrays if array is not None]
    if node.op not in FUNCTIONS or not all(array.dtype.kind in "iu" and array.size <= MOST_ELEMENTS for array in arrays):
        return None
    try:
        with np.errstate(over="ignore"):
            result = FUNCTIONS[node.op](node, *arrays)
    except (IndexError, ValueError):
        return None  # an error of the model, which only a run may have
    return result if result is None or result.size <= MOST_ELEMENTS else None
