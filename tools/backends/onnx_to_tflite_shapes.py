"""Operators of ONNX that make, cut and move tensors, as operators of TFLite."""

import numpy as np

from answers import Skipped
from onnx_nodes import constant, filling

BOOL, INT64 = np.dtype(bool), np.dtype(np.int64)
MOST = np.iinfo(np.int32).max


def numbers(value, what):
    """The elements of a value that must be known before the model is written."""
    if value.array is None:
        raise Skipped(f"the translation needs to know {what}")
    return [int(number) for number in value.array.reshape(-1)]


def rank_of(value):
    """The rank of a value, which must be known before the model is written."""
    if value.shape is None:
        raise Skipped("the translation needs to know the rank of an operand")
    return len(value.shape)


def sizes_of(value):
    """The shape of a value that must be known before the model is written."""
    if value.shape is None or None in value.shape:
        raise Skipped("the translation needs to know the shape of an operand")
    return value.shape


def ints(scope, array):
    array = np.array(array, np.int64)
    if np.abs(array).max(initial=0) > MOST:
        raise Skipped("TFLite has sizes of 32 bits")
    return scope.known(array.astype(np.int32))


def normal(axis, value):
    """An axis that counts from the first one."""
    rank = rank_of(value)
    return axis + rank if axis < 0 else axis


def broadcast(*shapes):
    """The shape of operands that broadcast."""
    if None in shapes:
        return None
    rank, result = max(map(len, shapes)), []
    for sizes in zip(*((1,) * (rank - len(shape)) + shape for shape in shapes)):
        others = {size for size in sizes if size != 1}
        if len(others - {None}) > 1:
            raise Skipped("operands do not broadcast, and LiteRT checks them even in a body that never runs")
        result.append(max(others - {None}, default=None) if others else 1)
    return tuple(result)


def constant_of_shape(node, scope, sizes):
    value = filling(node)
    if sizes.array is not None:
        return np.full(numbers(sizes, "a shape"), value.reshape(())[()], value.dtype)
    (rank,) = sizes_of(sizes)
    return scope.result("FILL", [sizes, scope.known(value.reshape(()))], value.dtype, (None,) * rank)


def shape(node, scope, x):
    if x.shape is not None and None not in x.shape:
        return np.array(x.shape, np.int64)[node.get("start", 0):node.get("end", len(x.shape))]
    if x.shape is None or "start" in node.attributes or "end" in node.attributes:
        raise Skipped("the translation needs to know the shape of an operand")
    return scope.result("SHAPE", [x], INT64, (len(x.shape),), outType=4)


def reshaped(scope, value, shape):
    """A value with another shape."""
    if value.shape == tuple(shape):
        return value
    if value.array is not None:
        return scope.known(value.array.reshape(shape))
    if list(shape).count(None) > 1 or None in shape and 0 in shape:
        raise Skipped("the translation needs to know the shape of an operand")
    sizes = ints(scope, [-1 if size is None else size for size in shape])
    return scope.result("RESHAPE", [value, sizes], value.dtype, tuple(shape), newShape=sizes.array)


def scalar_of(scope, value):
    """A number, which ONNX allows to have the shape [] or [1]."""
    if set(sizes_of(value)) - {1}:
        raise Skipped(f"a number has the shape {list(value.shape)}")
    return reshaped(scope, value, ())


def copy_of(scope, value):
    """A copy that the engine makes. A number becomes a list before, because of LITERT-4."""
    source = value if rank_of(value) else reshaped(scope, value, (1,))
    bounds = (ints(scope, [number] * len(source.shape)) for number in (0, -1))
    return reshaped(scope, scope.result("SLICE", [source, *bounds], value.dtype, source.shape), value.shape)


def reshape(node, scope, x, sizes):
    sizes = numbers(sizes, "a shape")
    if not node.get("allowzero", 0):
        sizes = [sizes_of(x)[axis] if size == 0 else size for axis, size in enumerate(sizes)]
    if -1 in sizes and 0 in sizes:
        raise Skipped("ONNX does not tell the size -1 beside a size 0")
    rest = int(np.prod([size for size in sizes if size != -1]))
    if x.shape is None or None in x.shape:
        shape = tuple(None if size == -1 else size for size in sizes)
        return scope.result("RESHAPE", [x, ints(scope, sizes)], x.dtype, shape, newShape=np.array(sizes, np.int32))
    total = int(np.prod(x.shape))
    if total % rest if -1 in sizes else total != rest:
        raise Skipped("a shape does not fit, and LiteRT checks it even in a body that never runs")
    return reshaped(scope, x, tuple(total // rest if size == -1 else size for size in sizes))


def flatten(node, scope, x):
    sizes, axis = sizes_of(x), node.get("axis", 1)
    axis += len(sizes) if axis < 0 else 0
    return reshaped(scope, x, (int(np.prod(sizes[:axis])), int(np.prod(sizes[axis:]))))


def expand(node, scope, x, sizes):
    sizes = broadcast(sizes_of(x), tuple(numbers(sizes, "a shape")))
    return scope.result("BROADCAST_TO", [x, ints(scope, sizes)], x.dtype, sizes)


def tile(node, scope, x, repeats):
    repeats = numbers(repeats, "the repeats of Tile")
    return scope.result("TILE", [x, ints(scope, repeats)], x.dtype, tuple(size * count for size, count in zip(sizes_of(x), repeats, strict=True)))


def squeeze(node, scope, x, axes=None):
    axes = node.get("axes") if axes is None else numbers(axes, "the axes of Squeeze")
    dropped = {normal(axis, x) for axis in axes} if axes is not None else {axis for axis, size in enumerate(sizes_of(x)) if size == 1}
    if any(x.shape[axis] != 1 for axis in dropped):
        raise Skipped("Squeeze drops a size that is not 1, or not known")
    return reshaped(scope, x, tuple(size for axis, size in enumerate(x.shape) if axis not in dropped))


def unsqueeze(node, scope, x, axes=None):
    axes = node.get("axes") if axes is None else numbers(axes, "the axes of Unsqueeze")
    rank = rank_of(x) + len(axes)
    sizes, added = iter(x.shape), {axis + rank if axis < 0 else axis for axis in axes}
    return reshaped(scope, x, tuple(1 if axis in added else next(sizes) for axis in range(rank)))


def transpose(node, scope, x):
    order = node.get("perm") or list(range(rank_of(x)))[::-1]
    return scope.result("TRANSPOSE", [x, ints(scope, order)], x.dtype, tuple(x.shape[axis] for axis in order))


def concat(node, scope, *parts):
    axis = normal(node.attributes["axis"], parts[0])
    if any(part.shape is None for part in parts):
        raise Skipped("the translation needs to know the rank of an operand")
    columns = list(zip(*(part.shape for part in parts)))
    total = None if None in columns[axis] else sum(columns[axis])
    sizes = tuple(total if place == axis else max((size for size in column if size is not None), default=None)
                  for place, column in enumerate(columns))
    return scope.result("CONCATENATION", list(parts), parts[0].dtype, sizes, axis=axis)


def split(node, scope, x, sizes=None):
    axis, count = normal(node.get("axis", 0), x), len(node.outputs)
    size = sizes_of(x)[axis]
    sizes = node.get("split") if sizes is None else numbers(sizes, "the sizes of Split")
    if sizes is None:
        largest = -(-size // count)
        sizes = [largest] * (count - 1) + [size - largest * (count - 1)]
    if min(sizes) < 0 or sum(sizes) != size:
        raise Skipped("the sizes of Split do not fit")
    types = [(x.dtype, (*x.shape[:axis], part, *x.shape[axis + 1:])) for part in sizes]
    return scope.results("SPLIT_V", [x, ints(scope, sizes), ints(scope, axis)], types, numSplits=count)


def slice_(node, scope, x, starts, ends, axes=None, steps=None):
    starts, ends = numbers(starts, "where a slice begins"), numbers(ends, "where a slice ends")
    axes = range(len(starts)) if axes is None else numbers(axes, "the axes of a slice")
    steps = [1] * len(starts) if steps is None else numbers(steps, "the steps of a slice")
    sizes = list(sizes_of(x))
    begin, end, stride, end_mask = [0] * len(sizes), list(sizes), [1] * len(sizes), 0
    for start, stop, axis, step in zip(starts, ends, axes, steps, strict=True):
        axis = normal(axis, x)
        span = positions(start, stop, step, sizes[axis])
        begin[axis], end[axis], stride[axis], sizes[axis] = span.start, max(span.stop, 0), step, len(span)
        end_mask |= (span.stop < 0) << axis  # the end is before the first element
    bounds = [ints(scope, numbers_) for numbers_ in (begin, end, stride)]
    return scope.result("STRIDED_SLICE", [x, *bounds], x.dtype, tuple(sizes), endMask=end_mask)


def positions(start, stop, step, size):
    """The positions of a slice after ONNX's clamping, in which the end -1 is before the first element."""
    start, stop = (number + size if number < 0 else number for number in (start, stop))
    low, high = (0, size) if step > 0 else (-1, size - 1)
    span = range(min(max(start, 0), high), min(max(stop, low), high), step)
    return span if len(span) else range(0, 0, step)


def gather(node, scope, x, indices):
    axis = normal(node.get("axis", 0), x)
    size = x.shape[axis]
    if indices.array is not None and size is not None:
        indices = scope.known(np.where(indices.array < 0, indices.array + size, indices.array).astype(indices.dtype))
    else:
        if size is None:
            raise Skipped("the translation needs to know how many elements an index counts")
        total, zero = (scope.known(np.array(number, indices.dtype)) for number in (size, 0))
        is_negative = scope.result("LESS", [indices, zero], BOOL, indices.shape)
        from_end = scope.result("ADD", [indices, total], indices.dtype, indices.shape)
        indices = scope.result("SELECT_V2", [is_negative, from_end, indices], indices.dtype, indices.shape)
    shape = None if indices.shape is None else (*x.shape[:axis], *indices.shape, *x.shape[axis + 1:])
    return scope.result("GATHER", [x, indices], x.dtype, shape, axis=axis)


# name: (translation, first version of the schema that has this meaning)
SHAPES = {
    "Constant": (lambda node, scope: constant(node), 1), "ConstantOfShape": (constant_of_shape, 9), "Shape": (shape, 1),
    "Size": (lambda node, scope, x: np.array(np.prod(sizes_of(x)), np.int64), 1), "Identity": (lambda node, scope, x: x, 1),
    "Reshape": (reshape, 5), "Flatten": (flatten, 9), "Expand": (expand, 8), "Tile": (tile, 6), "Squeeze": (squeeze, 1),
    "Unsqueeze": (unsqueeze, 1), "Transpose": (transpose, 1), "Concat": (concat, 4), "Split": (split, 2), "Slice": (slice_, 10),
    "Gather": (gather, 1),
}
