"""rten, which reads ONNX models, as an engine of onnx_backend.py. `setup --more` builds tools/backends/rten."""

import os

import numpy as np
import onnx

from answers import Failed, Rejected, Skipped
from onnx_inputs import by_name, defaults_of
from onnx_narrow import narrowed, require_types

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
        require_types(model, TYPES, self.name)
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
    kept = narrowed(value, array, STORED[TYPES[elem_type]], Rten.name)
    return TYPES[elem_type], array.shape, kept.tobytes()


def array_of(value, output):
    kind, shape, data = output
    array = np.frombuffer(data, STORED[kind]).reshape(shape)
    elem_type = value.type.tensor_type.elem_type
    return array.astype(onnx.helper.tensor_dtype_to_np_dtype(elem_type)) if kind == TYPES.get(elem_type) else array
