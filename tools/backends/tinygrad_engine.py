"""tinygrad, which reads ONNX models and compiles its programs with Clang, as an engine of onnx_backend.py."""

import importlib.metadata
import os

import numpy as np
import onnx
import onnx.helper

from answers import Failed, Rejected, Skipped
from onnx_inputs import by_name, fits
from onnx_scripts import parts_of

# tinygrad reads them when it is imported. Without a cache no run depends on the ones before it.
SETTINGS = {"DEV": "CPU", "CACHELEVEL": "0", "NUM_CPU_THREADS": "2", "PARALLEL": "0", "BEAM": "0"}
# The words about operators, domains, types and attributes that it does not have.
LACKS = ("channel dim not supported", "functionality not supported yet", "only float32 is supported",
         "invalid coordinate_transformation_mode", "is not a valid Domain", "is not a valid OnnxDataType",
         "is not a valid AttributeType")


class Tinygrad:
    formats = ["onnx"]
    name = "tinygrad (CPU)"

    def __init__(self):
        os.environ.update(SETTINGS)
        import tinygrad
        from tinygrad.nn.onnx import OnnxRunner
        self.library, self.runner = tinygrad, OnnxRunner
        self.version = importlib.metadata.version("tinygrad")

    def load(self, path, weights):
        model = onnx.load(path)
        require_types(model)
        self.read(model)
        return model

    def read(self, model):
        return self.runner(self.library.Tensor(model.SerializeToString()))

    def run(self, model, inputs):
        arrays = by_name(inputs, [value.name for value in model.graph.input])
        tensors = {}
        for value in model.graph.input:
            if value.name not in arrays:
                continue  # it has a default, or tinygrad asks for it
            if not fits(value.type.tensor_type, arrays[value.name]):  # tinygrad takes any type
                raise Rejected(f"{arrays[value.name].dtype}{list(arrays[value.name].shape)} is not the declared type of {value.name}")
            tensors[value.name] = self.library.Tensor(np.asarray(arrays[value.name]))
        # A reader keeps shapes of its first run (TINY-3), so each run has its own.
        results = self.read(with_shapes(model, arrays))(tensors)
        return [self.array(results[value.name]) for value in model.graph.output]

    def array(self, value):
        if not isinstance(value, self.library.Tensor):
            return np.asarray(value)  # Size gives a number
        return value.numpy()

    def complaint(self, error):
        if isinstance(error, TypeError):
            return Skipped if "got an unexpected keyword argument" in str(error) else Failed
        if isinstance(error, NotImplementedError) or any(words in str(error) for words in LACKS):
            return Skipped
        return Rejected if isinstance(error, (RuntimeError, ValueError, AssertionError, IndexError)) else Failed


def require_types(model):
    """Skip a model with BFLOAT16: tinygrad uses a type of the C compiler, which Clang 14 does not have."""
    for part in parts_of(model):
        types = [getattr(part, {onnx.TypeProto.Tensor: "elem_type", onnx.TensorProto: "data_type"}.get(type(part), ""), None)]
        if isinstance(part, onnx.NodeProto):
            types += [attribute.i for attribute in part.attribute if attribute.name in ("to", "dtype", "output_dtype")]
        if onnx.TensorProto.BFLOAT16 in types:
            raise Skipped("tinygrad's BFLOAT16 needs a newer Clang")


def with_shapes(model, arrays):
    """The model with the shapes of the arrays, where it has open ones without names (TINY-36)."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    for value in copy.graph.input:
        declared = value.type.tensor_type
        if value.name in arrays and not (declared.HasField("shape") and all(dim.WhichOneof("value") for dim in declared.shape.dim)):
            value.CopyFrom(onnx.helper.make_tensor_value_info(value.name, declared.elem_type, arrays[value.name].shape))
    return copy
