"""Parts outside of a loop: [.., n * w, ..] in the IR, [.., n, w, ..] in ONNX."""

import numpy as np

from answers import Skipped
from onnx_builder import Value

LAST = np.iinfo(np.int64).min  # the end of a Slice that runs backward to position 0


def axis_of(axis, value):
    """The axis counted from the beginning.

    Models without such an axis are skipped: readers of the IR judge them.
    """
    if value.rank is None:
        if axis < 0:
            raise Skipped("a negative axis of a value of unknown rank")
        return axis
    if not -value.rank <= axis < value.rank:
        raise Skipped(f"no axis {axis} in {value.rank} dimensions")
    return axis % value.rank


def split_parts(b, value, axis, width):
    """[.., n * w, ..] as [.., n, w, ..]."""
    others = [0] if value.shape is None else [dim for place, dim in enumerate(value.shape) if place != axis]
    if all(others):  # all known and not 0: ONNX infers more from a constant shape
        parts = [*value.shape[:axis], -1, width, *value.shape[axis + 1:]]
        return b.add("Reshape", [value, b.integers(*parts)], value.element_type, len(parts), allowzero=1)
    before, middle, after = around(b, value, axis, axis + 1)
    count = b.add("Div", [middle, b.integers(width)], "i64", 1)
    shape = b.add("Concat", [before, count, b.integers(width), after], "i64", 1, axis=0)
    return b.add("Reshape", [value, shape], value.element_type, None if value.rank is None else value.rank + 1, allowzero=1)


def merged_axes(b, value, axis, rank):
    """[.., n, w, ..] as [.., n * w, ..]; parts of rank 0 have nothing to merge."""
    if rank == 0:
        return Value(value.name, value.element_type, 1)
    before, middle, after = around(b, value, axis, axis + 2)
    length = b.add("ReduceProd", [middle, b.integers(0)], "i64", 1, keepdims=1)
    shape = b.add("Concat", [before, length, after], "i64", 1, axis=0)
    return b.add("Reshape", [value, shape], value.element_type, rank, allowzero=1)


def around(b, value, begin, end):
    return (b.add("Shape", [value], "i64", 1, start=0, end=begin), b.add("Shape", [value], "i64", 1, start=begin, end=end),
            b.add("Shape", [value], "i64", 1, start=end))


def turned(b, value, axis):
    return b.add("Slice", [value, b.integers(-1), b.integers(LAST), b.integers(axis), b.integers(-1)], value.element_type, value.rank)


def last_part(b, stack, rank):
    """An error if there is no part, as ZERO-3 requires."""
    return b.add("Gather", [stack, b.scalar(-1)], stack.element_type, rank, axis=0)
