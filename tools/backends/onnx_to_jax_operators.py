"""Operators of ONNX as operations of JAX, only where both have the same meaning."""

import numpy as np

import jax.numpy as jnp
from answers import Skipped
from jax import lax, nn
from onnx_nodes import LARGEST, constant, dtype_named, filling


def known(value, what):
    """A value that must be known before XLA compiles."""
    if not isinstance(value, np.ndarray):
        raise Skipped(f"XLA needs to know {what}")
    return value


def listed(value, what):
    return [int(number) for number in known(value, what).reshape(-1)]


def broadcast(function):
    """A function of lax, whose operands have one shape, for operands that broadcast."""
    def translate(node, *operands):
        try:
            shape = np.broadcast_shapes(*(operand.shape for operand in operands))
        except ValueError as error:
            raise Skipped("operands do not broadcast, and XLA checks them even in a body that never runs") from error
        return function(*(jnp.broadcast_to(operand, shape) for operand in operands))
    return translate


def unary(function):
    return lambda node, x: function(jnp.asarray(x))


def fold(function):
    """Min, Max, Sum: any number of operands."""
    def translate(node, first, *others):
        result = jnp.asarray(first)
        for other in others:
            result = broadcast(function)(node, result, other)
        return result
    return translate


def cast(node, x, *like):
    to = like[0].dtype if like else dtype_named(node.attributes["to"])
    if to.kind == "O" or not node.get("saturate", 1):
        raise Skipped("XLA has no strings, and no conversion to 8 bits that does not saturate")
    x = jnp.asarray(x)
    # StableHLO leaves open what becomes of numbers that the type lacks. ONNX gives the largest one of 8 bits,
    # and rounds to 4 bits.
    if to.name in LARGEST and x.dtype != to:
        x = jnp.clip(x if jnp.issubdtype(x.dtype, jnp.floating) else x.astype(jnp.float64), -LARGEST[to.name], LARGEST[to.name])
    if to.name in ("int2", "uint2", "int4", "uint4") and jnp.issubdtype(x.dtype, jnp.floating):
        x = jnp.round(x)
    return x != 0 if to == bool else x.astype(to)


def mod(node, a, b):
    if node.get("fmod", 0):
        return broadcast(lax.rem)(node, a, b)
    return jnp.mod(a, b)


def power(node, a, b):
    if a.dtype != b.dtype or np.dtype(a.dtype).kind in "iu":
        raise Skipped("lax.pow has operands of one real type")
    return broadcast(lax.pow)(node, a, b)


def clip(node, x, low=None, high=None):
    if any(bound is not None and bound.ndim for bound in (low, high)):
        raise Skipped("the bounds of Clip are scalars, which XLA does not check")
    x = jnp.asarray(x)
    x = x if low is None else broadcast(lax.max)(node, x, low)
    return x if high is None else broadcast(lax.min)(node, x, high)


def where(node, condition, a, b):
    return jnp.where(condition, a, b)


def reduce(function):
    """A reduction, whose axes are an attribute or an input."""
    def translate(node, x, axes=None):
        axes = node.get("axes") if axes is None else listed(axes, "the axes of a reduction")
        if not axes and node.get("noop_with_empty_axes", 0):
            raise Skipped("the translation has no reduction along no axes")
        return function(jnp.asarray(x), axis=tuple(axes) if axes else None, keepdims=bool(node.get("keepdims", 1)))
    return translate


def added(x, **how):
    return jnp.sum(x, dtype=x.dtype, **how)


def multiplied(x, **how):
    return jnp.prod(x, dtype=x.dtype, **how)


def extreme(function, sign):
    """jnp.max with the sign -1, jnp.min with 1. Both want to know what the result of no elements is."""
    def of(x, **how):
        if x.dtype == bool:
            end = sign > 0
        elif jnp.issubdtype(x.dtype, jnp.floating):
            end = sign * jnp.inf
        else:
            end = jnp.iinfo(x.dtype).max if sign > 0 else jnp.iinfo(x.dtype).min
        return function(x, initial=jnp.asarray(end, x.dtype), **how)
    return of


def best(function):
    def translate(node, x):
        if node.get("select_last_index", 0):
            raise Skipped("jnp.argmax takes the first of equal elements")
        return function(jnp.asarray(x), axis=node.get("axis", 0), keepdims=bool(node.get("keepdims", 1))).astype(jnp.int64)
    return translate


def matmul(node, a, b):
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def gemm(node, a, b, c=None):
    a = jnp.transpose(a) if node.get("transA", 0) else jnp.asarray(a)
    b = jnp.transpose(b) if node.get("transB", 0) else jnp.asarray(b)
    product = matmul(node, a, b) * jnp.asarray(node.get("alpha", 1.0), a.dtype)
    if c is None:
        return product
    if np.broadcast_shapes(c.shape, product.shape) != product.shape:
        raise Skipped("the operand C of Gemm is larger than the product, which XLA does not check")
    return product + jnp.asarray(c) * jnp.asarray(node.get("beta", 1.0), a.dtype)


def softmax(node, x):
    return nn.softmax(x, axis=node.get("axis", -1))


def shape(node, x):
    dims = np.array(x.shape, np.int64)
    return dims[node.get("start", 0):node.get("end", x.ndim)]


def reshape(node, x, sizes):
    sizes = listed(sizes, "a shape")
    if not node.get("allowzero", 0):
        sizes = [x.shape[axis] if size == 0 else size for axis, size in enumerate(sizes)]
    if -1 in sizes and 0 in sizes:
        raise Skipped("ONNX does not tell the size -1 beside a size 0")
    return jnp.reshape(x, sizes)


def flatten(node, x):
    axis = node.get("axis", 1)
    axis += x.ndim if axis < 0 else 0
    return jnp.reshape(x, (int(np.prod(x.shape[:axis])), int(np.prod(x.shape[axis:]))))


def expand(node, x, sizes):
    return jnp.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(listed(sizes, "a shape"))))


def tile(node, x, repeats):
    return jnp.tile(x, listed(repeats, "the repeats of Tile"))


def constant_of_shape(node, sizes):
    value = filling(node)
    return jnp.full(listed(sizes, "a shape"), value.reshape(())[()], value.dtype)


def squeeze(node, x, axes=None):
    axes = node.get("axes") if axes is None else listed(axes, "the axes of Squeeze")
    return jnp.squeeze(x, None if axes is None else tuple(axes))


def unsqueeze(node, x, axes=None):
    return jnp.expand_dims(x, tuple(node.get("axes") if axes is None else listed(axes, "the axes of Unsqueeze")))


def transpose(node, x):
    return jnp.transpose(x, node.get("perm"))


def concat(node, *parts):
    return jnp.concatenate(parts, axis=node.attributes["axis"])


def split(node, x, sizes=None):
    axis, count = node.get("axis", 0), len(node.outputs)
    sizes = node.get("split") if sizes is None else listed(sizes, "the sizes of Split")
    if sizes is None:
        largest = -(-x.shape[axis] // count)
        sizes = [largest] * (count - 1) + [x.shape[axis] - largest * (count - 1)]
    if min(sizes) < 0 or sum(sizes) != x.shape[axis]:
        raise Skipped("the sizes of Split do not fit")
    return jnp.split(x, np.cumsum(sizes)[:-1].tolist(), axis=axis)


def slice_(node, x, starts, ends, axes=None, steps=None):
    starts, ends = listed(starts, "where a slice begins"), listed(ends, "where a slice ends")
    axes = range(len(starts)) if axes is None else listed(axes, "the axes of a slice")
    steps = [1] * len(starts) if steps is None else listed(steps, "the steps of a slice")
    index = [slice(None)] * x.ndim
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        index[axis] = positions(start, end, step, x.shape[axis])
    return jnp.asarray(x)[tuple(index)]


def positions(start, end, step, size):
    """The slice of Python, after ONNX's clamping, in which the end -1 is before the first element."""
    start, end = (number + size if number < 0 else number for number in (start, end))
    low, high = (0, size) if step > 0 else (-1, size - 1)
    start, end = min(max(start, 0), high), min(max(end, low), high)
    return slice(max(start, 0), None if end < 0 else end, step) if start >= 0 else slice(0, 0)


def gather(node, x, indices):
    axis = node.get("axis", 0)
    if x.shape[axis] == 0:
        raise Skipped("an index into nothing is an error, which XLA does not have")
    indices = jnp.asarray(indices)
    indices = jnp.where(indices < 0, indices + x.shape[axis], indices)
    return jnp.take(x, indices, axis=axis, mode="clip")


def range_(node, start, limit, delta):
    start, limit, delta = (known(number, "the ends of Range").reshape(()) for number in (start, limit, delta))
    return np.arange(start, limit, delta, start.dtype)


def cumsum(node, x, axis):
    axis, x = int(known(axis, "the axis of CumSum").reshape(())), jnp.asarray(x)
    x = jnp.flip(x, axis) if node.get("reverse", 0) else x
    result = jnp.cumsum(x, axis=axis, dtype=x.dtype)
    result = result - x if node.get("exclusive", 0) and np.dtype(x.dtype).kind in "iu" else result
    if node.get("exclusive", 0) and np.dtype(x.dtype).kind not in "iu":
        raise Skipped("jnp.cumsum has no exclusive sums")
    return jnp.flip(result, axis) if node.get("reverse", 0) else result


def bit_cast(node, x):
    if x.dtype == bool:
        raise Skipped("lax.bitcast_convert_type has no booleans")
    return lax.bitcast_convert_type(x, dtype_named(node.attributes["to"]))


def identity(node, x):
    return x


def relu(x):
    return lax.max(x, jnp.zeros_like(x))


# name: (translation, first version of the schema that has this meaning)
OPERATORS = {
    "Abs": (unary(lax.abs), 1), "Neg": (unary(lax.neg), 1), "Floor": (unary(lax.floor), 1), "Ceil": (unary(lax.ceil), 1),
    "Sqrt": (unary(lax.sqrt), 1), "Exp": (unary(lax.exp), 1), "Log": (unary(lax.log), 1), "Tanh": (unary(lax.tanh), 1),
    "Sigmoid": (unary(lax.logistic), 1), "Sign": (unary(lax.sign), 9), "Sin": (unary(lax.sin), 7), "Cos": (unary(lax.cos), 7),
    "Tan": (unary(lax.tan), 7), "Asin": (unary(lax.asin), 7), "Acos": (unary(lax.acos), 7), "Atan": (unary(lax.atan), 7),
    "Sinh": (unary(lax.sinh), 9), "Cosh": (unary(lax.cosh), 9), "Asinh": (unary(lax.asinh), 9), "Acosh": (unary(lax.acosh), 9),
    "Atanh": (unary(lax.atanh), 9), "Erf": (unary(lax.erf), 9), "Relu": (unary(relu), 1), "Softplus": (unary(nn.softplus), 1),
    "Reciprocal": (unary(lambda x: lax.div(jnp.ones_like(x), x)), 1), "IsNaN": (unary(jnp.isnan), 9),
    "Round": (unary(lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)), 11),
    "Not": (unary(lax.bitwise_not), 1), "BitwiseNot": (unary(lax.bitwise_not), 18), "Identity": (identity, 1),
    "Add": (broadcast(lax.add), 7), "Sub": (broadcast(lax.sub), 7), "Mul": (broadcast(lax.mul), 7), "Div": (broadcast(lax.div), 7),
    "And": (broadcast(lax.bitwise_and), 7), "Or": (broadcast(lax.bitwise_or), 7), "Xor": (broadcast(lax.bitwise_xor), 7),
    "BitwiseAnd": (broadcast(lax.bitwise_and), 18), "BitwiseOr": (broadcast(lax.bitwise_or), 18),
    "BitwiseXor": (broadcast(lax.bitwise_xor), 18),
    "Equal": (broadcast(lax.eq), 7), "Less": (broadcast(lax.lt), 7), "LessOrEqual": (broadcast(lax.le), 12),
    "Greater": (broadcast(lax.gt), 7), "GreaterOrEqual": (broadcast(lax.ge), 12),
    "Min": (fold(lax.min), 8), "Max": (fold(lax.max), 8), "Sum": (fold(lax.add), 8), "Mod": (mod, 10), "Pow": (power, 7),
    "Clip": (clip, 11), "Where": (where, 9), "Cast": (cast, 6), "CastLike": (cast, 15), "BitCast": (bit_cast, 1),
    "ReduceSum": (reduce(added), 11), "ReduceProd": (reduce(multiplied), 11), "ReduceMax": (reduce(extreme(jnp.max, -1)), 11),
    "ReduceMin": (reduce(extreme(jnp.min, 1)), 11), "ArgMax": (best(jnp.argmax), 11), "ArgMin": (best(jnp.argmin), 11),
    "MatMul": (matmul, 1), "Gemm": (gemm, 7), "Softmax": (softmax, 13), "CumSum": (cumsum, 11),
    "Constant": (constant, 1), "ConstantOfShape": (constant_of_shape, 9), "Range": (range_, 11), "Shape": (shape, 1),
    "Size": (lambda node, x: np.array(x.size, np.int64), 1), "Reshape": (reshape, 5), "Flatten": (flatten, 9),
    "Expand": (expand, 8), "Tile": (tile, 6), "Squeeze": (squeeze, 1), "Unsqueeze": (unsqueeze, 1),
    "Transpose": (transpose, 1), "Concat": (concat, 4), "Split": (split, 2), "Slice": (slice_, 10), "Gather": (gather, 11),
}
