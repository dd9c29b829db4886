"""NumPy arrays as tensors of the C API, and the reverse."""

import ctypes
import math

import numpy as np

from ._library import INT64_POINTER, Tensor
from .element_types import dtype_of, element_type_of, in_native_order


def tensor_of(array, declared):
    """The C structure for an array, and what must live as long as it. Only an array with gaps, or
    in the other byte order, is copied.

    The element type is that of the array, or the declared one if the array is a void of the same size. Raises
    TypeError if there is none.
    """
    array = in_native_order(np.asarray(array))
    is_void = array.dtype.type is np.void and array.itemsize == dtype_of(declared).itemsize
    element_type = declared if is_void else element_type_of(array.dtype)
    array = np.ascontiguousarray(array).reshape(array.shape)  # NumPy makes a scalar a vector
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    return Tensor(element_type.encode(), array.ndim, ctypes.cast(shape, INT64_POINTER), array.ctypes.data), (array, shape)


def array_of(tensor, owner):
    """An array that reads the memory of a tensor and keeps its owner alive. It is read-only."""
    dtype = dtype_of(tensor.element_type.decode())
    shape = tuple(tensor.shape[axis] for axis in range(tensor.rank))
    count = math.prod(shape)
    if count == 0:
        return np.zeros(shape, dtype)
    memory = (ctypes.c_char * (count * dtype.itemsize)).from_address(tensor.data)
    memory.owner = owner
    array = np.frombuffer(memory, dtype=np.uint8).view(dtype).reshape(shape)
    array.flags.writeable = False
    return array
