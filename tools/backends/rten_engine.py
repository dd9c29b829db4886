"""rten, which reads ONNX models, as an engine of onnx_backend.py. `setup --more` builds tools/backends/rten."""

import os

import numpy as np
import onnx

from answers import Failed, Rejected, Skipped
from onnx_inputs import by_name, defaults_of
from onnx_scripts import parts_of

THREADS = 2
# How rten stores the types that it has. It makes 32 bits of INT64.
TYPES = {onnx.TensorProto.FLOAT: "f32", onnx.TensorProto.INT32: "i32", onnx.TensorProto.INT64: "i32", onnx.TensorProto.BOOL: "i32",
         onnx.TensorProto.INT8: "i8", onnx.TensorProto.UINT8: "u8"}
STORED = {"f32": np.float32, "i32": np.int32, "i8": np.int8, "u8": np.uint8}
# The words of rten's messages about what it lacks: operators, attributes, types, and operands.
LACKS = ("not supported", "unsupported", "not enabled", "not implemented", "Unsupported", "are supported", "is supported")


class Rten:
    formats = ["onnx"]
    name = "rten"

    def __init__(self, optimized=True):
        os.environ["RTEN_NUM_THREADS"] = str(THREADS)
        import rten_backend
        self.library = rten_backend
        self.version = rten_backend.VERSION
        self.optimized = optimized

    def load(self, path, weights):
        model = onnx.load(path)
        require_types(model)
        return Loaded(self.library.Model(path, self.optimized), model)

    def run(self, loaded, inputs):
        return loaded.run(inputs)

    def complaint(self, error):
        if not isinstance(error, self.library.RtenError):
            return Failed
        return Skipped if any(words in str(error) for words in LACKS) else Rejected


class Loaded:
    def __init__(self, runnable, model):
        self.runnable = runnable
        self.model = model

    def run(self, inputs):
        arrays = by_name(inputs, [value.name for value in self.model.graph.input])
        given = []
        for value in self.model.graph.input:
            if value.name in arrays:
                given.append((value.name, stored(value, arrays[value.name])))
            elif value.name not in defaults_of(self.model):
                raise Rejected(f"there is no input {value.name}")
        outputs = self.runnable.run(given)
        return [array_of(value, output) for value, output in zip(self.model.graph.output, outputs, strict=True)]


def stored(value, array):
    """An array as rten takes it: (type of rten, shape, bytes)."""
    elem_type = value.type.tensor_type.elem_type
    if array.dtype != onnx.helper.tensor_dtype_to_np_dtype(elem_type):  # rten has one type for three
        raise Rejected(f"{array.dtype} is not the declared type of {value.name}")
    kept = array.astype(STORED[TYPES[elem_type]], order="C")
    if array.dtype.kind == "i" and (kept != array).any():
        raise Skipped(f"rten has no INT64, and {value.name} needs it")
    return TYPES[elem_type], array.shape, kept.tobytes()


def array_of(value, output):
    kind, shape, data = output
    array = np.frombuffer(data, STORED[kind]).reshape(shape)
    elem_type = value.type.tensor_type.elem_type
    return array.astype(onnx.helper.tensor_dtype_to_np_dtype(elem_type)) if kind == TYPES.get(elem_type) else array


def require_types(model):
    """Skip a model with types that rten does not have, or with an INT64 that needs more than 32 bits."""
    for part in parts_of(model):
        elem_type = {onnx.TypeProto.Tensor: "elem_type", onnx.TensorProto: "data_type"}.get(type(part))
        if elem_type and getattr(part, elem_type) not in TYPES:
            raise Skipped(f"rten has no {onnx.TensorProto.DataType.Name(getattr(part, elem_type))}")
        if isinstance(part, onnx.NodeProto) and part.op_type == "Cast":
            for attribute in part.attribute:
                if attribute.name == "to" and attribute.i not in TYPES:
                    raise Skipped(f"rten has no {onnx.TensorProto.DataType.Name(attribute.i)}")
        if isinstance(part, onnx.TensorProto) and part.data_type == onnx.TensorProto.INT64:
            numbers = onnx.numpy_helper.to_array(part)
            if (numbers != numbers.astype(np.int32)).any():
                raise Skipped("rten has no INT64, and a constant needs it")
