"""The element types that PyTorch and NumPy share, and arrays as tensors."""

import ml_dtypes
import numpy as np
import torch

from answers import Skipped

NAMES = {np.dtype(name): name for name in ("bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
                                           "float16", "float32", "float64")}
# NumPy's arrays of these types become tensors by their bits.
BITS = {np.dtype(getattr(ml_dtypes, name)): name for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz",
                                                              "float8_e5m2fnuz", "float8_e8m0fnu")}


def torch_name(dtype):
    """The type in the text of a program."""
    name = NAMES.get(dtype) or BITS.get(dtype)
    if name is None:
        raise Skipped(f"PyTorch computes with no elements of type {dtype}")
    return "torch." + name


def tensor_of(array):
    """A tensor with elements of its own."""
    dtype = getattr(torch, torch_name(array.dtype).removeprefix("torch."))
    array = np.array(array, order="C")  # also if it cannot be written to
    if array.dtype in NAMES:
        return torch.from_numpy(array)
    bits = np.int16 if array.dtype.itemsize == 2 else np.uint8
    return torch.from_numpy(array.view(bits)).view(dtype)


def array_of(tensor):
    name = str(tensor.dtype)
    tensor = tensor.contiguous()
    for dtype, known in BITS.items():
        if name == "torch." + known:
            return tensor.view(torch.int16 if dtype.itemsize == 2 else torch.uint8).numpy().view(dtype)
    return tensor.numpy()
