"""Operators of ONNX that take several steps of PyTorch. TorchScript compiles these functions from their text.

They raise "PyTorch lacks" where the operator is wrong or has a meaning that PyTorch does not have.
"""

from typing import List

import torch
from torch import Tensor


def ints(x: Tensor) -> List[int]:
    numbers: List[int] = x.reshape([-1]).to(torch.int64).tolist()
    return numbers


def same_size(arrays: List[Tensor], axes: List[int]) -> int:
    """The number of parts of the inputs of a Scan."""
    size = arrays[0].size(axes[0])
    for k in range(len(axes)):
        if arrays[k].size(axes[k]) != size:
            raise Exception("PyTorch lacks Scan, and this loop takes inputs of one length")
    return size


def at_least_one(length: int) -> int:
    if length == 0:
        raise Exception("PyTorch lacks the shape of a stack of no parts")
    return length


def stacked(parts: List[Tensor], axis: int, sizes: List[int], decided: bool, dtype: torch.dtype) -> Tensor:
    """The parts along a new axis. `sizes` are those of a part, if there is none."""
    if len(parts) > 0:
        return torch.stack(parts, axis)
    if not decided:
        raise Exception("PyTorch lacks the shape of a stack of no parts")
    place = axis if axis >= 0 else axis + len(sizes) + 1
    return torch.zeros(sizes[:place] + [0] + sizes[place:], dtype=dtype)



def scalar(x: Tensor) -> Tensor:
    if x.dim() > 0:
        raise Exception("PyTorch lacks an error for a number that is a list")
    return x


def counted(start: int, limit: int, delta: int, dtype: torch.dtype) -> Tensor:
    """Range, which may be empty."""
    if delta == 0:
        raise Exception("PyTorch lacks a range with step 0")
    ends = limit <= start if delta > 0 else limit >= start
    return torch.zeros([0], dtype=dtype) if ends else torch.arange(start, limit, delta, dtype=dtype)


def added(product: Tensor, c: Tensor) -> Tensor:
    """The sum of Gemm, in which only c is broadcast."""
    total = product + c
    if total.size() != product.size():
        raise Exception("PyTorch lacks an error for an operand that is larger than the product")
    return total


def positions(axes: List[int], rank: int) -> List[int]:
    """The axes from the beginning, in ascending order."""
    found: List[int] = []
    for axis in axes:
        if axis < -rank or axis >= rank:
            raise Exception("PyTorch lacks an axis outside of the tensor")
        found.append(axis + rank if axis < 0 else axis)
    found.sort()
    return found


def reduced_axes(x: Tensor, axes: List[int], none_is_none: bool) -> List[int]:
    """All axes, if none is named."""
    if len(axes) == 0:
        if none_is_none:
            raise Exception("PyTorch lacks a reduction along no axes")
        return [k for k in range(x.dim())]
    return positions(axes, x.dim())


def product(x: Tensor, axes: List[int], keep: bool) -> Tensor:
    for axis in axes:
        x = torch.prod(x, axis, True, dtype=x.dtype)
    return x if keep else torch.squeeze(x, axes)


def largest(x: Tensor, axes: List[int], keep: bool) -> Tensor:
    if x.numel() == 0:
        raise Exception("PyTorch lacks the maximum of nothing")
    return torch.amax(x, axes, keep)


def smallest(x: Tensor, axes: List[int], keep: bool) -> Tensor:
    if x.numel() == 0:
        raise Exception("PyTorch lacks the minimum of nothing")
    return torch.amin(x, axes, keep)


def reshape(x: Tensor, sizes: List[int], zero_is_zero: bool) -> Tensor:
    """Reshape, where 0 takes the size of x."""
    if not zero_is_zero:
        sizes = [x.size(k) if sizes[k] == 0 else sizes[k] for k in range(len(sizes))]
    if -1 in sizes and 0 in sizes:
        raise Exception("PyTorch lacks a size -1 beside a size 0")
    return x.reshape(sizes)


def flatten(x: Tensor, axis: int) -> Tensor:
    place = axis + x.dim() if axis < 0 else axis
    rows, columns = 1, 1
    for k in range(x.dim()):
        if k < place:
            rows *= x.size(k)
        else:
            columns *= x.size(k)
    return x.reshape([rows, columns])


def expand(x: Tensor, sizes: List[int]) -> Tensor:
    """Expand, in which a size 1 takes that of x."""
    rank = max(len(sizes), x.dim())
    target = [1] * (rank - len(sizes)) + sizes
    shape = [1] * (rank - x.dim()) + [x.size(k) for k in range(x.dim())]
    for k in range(rank):
        if target[k] < 0:
            raise Exception("PyTorch lacks a negative size")
        if target[k] == 1:
            target[k] = shape[k]
    return x.expand(target)


def squeeze(x: Tensor, axes: List[int]) -> Tensor:
    axes = positions(axes, x.dim())
    for axis in axes:
        if x.size(axis) != 1:
            raise Exception("PyTorch lacks an error for an axis that cannot be removed")
    return torch.squeeze(x, axes)


def unsqueeze(x: Tensor, axes: List[int]) -> Tensor:
    for axis in positions(axes, x.dim() + len(axes)):
        x = torch.unsqueeze(x, axis)
    return x


def even_sizes(x: Tensor, axis: int, count: int) -> List[int]:
    """The sizes of Split that are equal, except the last one."""
    size = (x.size(axis) + count - 1) // count
    return [size] * (count - 1) + [x.size(axis) - size * (count - 1)]


def sliced(x: Tensor, starts: List[int], ends: List[int], axes: List[int], steps: List[int]) -> Tensor:
    """Slice: ONNX clamps both ends, and the end -1 can be before the first element."""
    for k in range(len(starts)):
        axis, step = axes[k], steps[k]
        size = x.size(axis)
        start = starts[k] + size if starts[k] < 0 else starts[k]
        end = ends[k] + size if ends[k] < 0 else ends[k]
        if step > 0:
            start, end = min(max(start, 0), size), min(max(end, 0), size)
            x = torch.ops.aten.slice(x, axis, start, max(start, end), step)
        else:
            start, end = min(max(start, 0), size - 1), min(max(end, -1), size - 1)
            places = torch.jit.annotate(List[int], []) if size == 0 else [place for place in range(start, end, step)]
            x = torch.index_select(x, axis, torch.tensor(places, dtype=torch.int64))
    return x


def gathered(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    place = axis + x.dim() if axis < 0 else axis
    flat = indices.reshape([-1]).to(torch.int64)
    flat = torch.where(flat < 0, flat + x.size(place), flat)
    picked = torch.index_select(x, place, flat)
    shape = [x.size(k) for k in range(place)] + [indices.size(k) for k in range(indices.dim())]
    return picked.reshape(shape + [x.size(k) for k in range(place + 1, x.dim())])


def cumulated(x: Tensor, place: int, backward: bool, exclusive: bool) -> Tensor:
    x = torch.flip(x, [place]) if backward else x
    result = torch.cumsum(x, place, dtype=x.dtype)
    result = result - x if exclusive else result
    return torch.flip(result, [place]) if backward else result


def inserted(items: List[Tensor], item: Tensor, place: int) -> List[Tensor]:
    place = place + len(items) if place < 0 else place
    if place < 0 or place > len(items):
        raise Exception("PyTorch lacks an error for a place outside of the list")
    return items[:place] + [item] + items[place:]


def erased(items: List[Tensor], place: int) -> List[Tensor]:
    place = place + len(items) if place < 0 else place
    if place < 0 or place >= len(items):
        raise Exception("PyTorch lacks an error for a place outside of the list")
    return items[:place] + items[place + 1:]


def split_into(x: Tensor, size: int, axis: int) -> List[Tensor]:
    """The parts of one size, of which the last one may be smaller. torch.split makes one part of nothing."""
    if size <= 0:
        raise Exception("PyTorch lacks parts without elements")
    if x.size(axis) == 0:
        return torch.jit.annotate(List[Tensor], [])
    return torch.split(x, size, axis)


def split_by(x: Tensor, sizes: Tensor, axis: int) -> List[Tensor]:
    """The parts of one size or of several sizes."""
    if sizes.dim() == 0:
        return split_into(x, int(sizes), axis)
    return torch.split(x, ints(sizes), axis)


def same_length(lengths: List[int]) -> int:
    for length in lengths:
        if length != lengths[0]:
            raise Exception("PyTorch lacks SequenceMap, and this loop takes sequences of one length")
    return lengths[0]
