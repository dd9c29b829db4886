"""What the engines of onnx_backend.py share that keep INT64 as 32 bits."""

import numpy as np
import onnx

from answers import Skipped
from onnx_scripts import parts_of


def require_types(model, types, engine):
    """Skip a model with a type that is not in `types`, or with an INT64 that needs more than 32 bits."""
    for part in parts_of(model):
        elem_type = {onnx.TypeProto.Tensor: "elem_type", onnx.TensorProto: "data_type"}.get(type(part))
        used = [getattr(part, elem_type)] if elem_type else []
        if isinstance(part, onnx.NodeProto) and part.op_type == "Cast":
            used = [attribute.i for attribute in part.attribute if attribute.name == "to"]
        for number in used:
            if number not in types:
                raise Skipped(f"{engine} has no {onnx.TensorProto.DataType.Name(number)}")
        if isinstance(part, onnx.TensorProto) and part.data_type == onnx.TensorProto.INT64:
            numbers = onnx.numpy_helper.to_array(part)
            if (numbers != numbers.astype(np.int32)).any():
                raise Skipped(f"{engine} has no INT64, and a constant needs it")


def narrowed(value, array, dtype, engine):
    """The array of an input as the engine stores it. An INT64 that needs more than 32 bits is skipped."""
    kept = np.array(array, dtype, order="C")
    if array.dtype.kind == "i" and (kept != array).any():
        raise Skipped(f"{engine} has no INT64, and {value.name} needs it")
    return kept
