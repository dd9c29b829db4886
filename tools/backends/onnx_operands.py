"""Operands of the IR as ONNX requires them: constants as attributes, positions as i64, scalars as vectors."""

import numpy as np

from answers import Skipped
from onnx_builder import ONNX_TYPES
from protocol import DTYPES

REAL = {"f16", "bf16", "f32", "f64"}


def constant(value, what):
    if value.constant is None:
        raise Skipped(f"ONNX has {what} as an attribute, not as a value")
    return value.constant


def single(value, what):
    """The number in a constant of one element."""
    if constant(value, what).size != 1:
        raise Skipped(f"ONNX has one number as {what}")
    return int(value.constant.reshape(-1)[0])


def length_of(value):
    """The number of elements of a vector."""
    if value.constant is not None:
        return int(value.constant.size)
    return value.shape[0] if value.shape and len(value.shape) == 1 else None


def as_i64(b, value):
    if value.element_type in REAL | {"boolean"}:
        raise Skipped(f"ONNX has no {value.element_type} here, so the translation would convert it")
    return cast(b, value, "i64")


def cast(b, value, element_type):
    if value.element_type == element_type:
        return value
    if value.constant is not None:
        return b.constant(value.constant.astype(DTYPES[element_type]))
    return b.add("Cast", [value], element_type, value.rank, to=ONNX_TYPES[element_type])


def at_least_1d(b, value):
    if value.constant is not None:
        return b.constant(np.atleast_1d(value.constant))
    return value
