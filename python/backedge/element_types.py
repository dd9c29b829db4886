"""NumPy's dtypes for the element types of models."""

import numpy as np

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

_NUMPY = {"boolean": "bool", "f16": "float16", "f32": "float32", "f64": "float64",
          **{f"{sign}{width}": f"{kind}{width}" for sign, kind in (("i", "int"), ("u", "uint")) for width in (8, 16, 32, 64)}}
_ML_DTYPES = {"bf16": "bfloat16", "f8e4m3": "float8_e4m3fn", "f8e5m2": "float8_e5m2", "f8e8m0": "float8_e8m0fnu", "f4e2m1": "float4_e2m1fn",
              "i4": "int4", "i2": "int2", "u4": "uint4", "u2": "uint2", "f8e4m3fnuz": "float8_e4m3fnuz",
              "f8e5m2fnuz": "float8_e5m2fnuz"}
_BYTES = {"u1", "u3", "u6", "nf4"}  # a byte for each element, which no dtype describes


def dtype_of(element_type: str) -> np.dtype:
    """The dtype of an element type: NumPy's, or ml_dtypes' for bf16 and most types of less than 8 bits.

    Without ml_dtypes, and for u1, u3, u6 and nf4, it is a void of one or two bytes.
    """
    if element_type in _NUMPY:
        return np.dtype(_NUMPY[element_type])
    if element_type not in _ML_DTYPES and element_type not in _BYTES:
        raise ValueError(f"there is no element type {element_type!r}")
    known = getattr(ml_dtypes, _ML_DTYPES.get(element_type, ""), None)
    return np.dtype(known or ("V2" if element_type == "bf16" else "V1"))


def in_native_order(array: np.ndarray) -> np.ndarray:
    """The array in the byte order of the machine; a copy if it has the other one."""
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def element_type_of(dtype: np.dtype) -> str:
    """The element type of a dtype. Raises TypeError if there is none."""
    for element_type in (*_NUMPY, *_ML_DTYPES):
        if dtype.type is not np.void and dtype_of(element_type) == dtype:
            return element_type
    raise TypeError(f"there is no element type for arrays of {dtype}")
