"""MNN, which converts ONNX models to its own format and runs them, as an engine of onnx_backend.py."""

import contextlib
import ctypes
import importlib.metadata
import os
import pathlib
import tempfile

import numpy as np
import onnx

from answers import Failed, Rejected, Skipped
from onnx_inputs import by_name, defaults_of, fits
from onnx_narrow import narrowed, require_types
from onnx_scripts import parts_of

THREADS = 2
# How MNN stores the types that its Python binding has. The converter makes 32 bits of INT64.
TYPES = {onnx.TensorProto.FLOAT: np.float32, onnx.TensorProto.INT32: np.int32, onnx.TensorProto.INT64: np.int32,
         onnx.TensorProto.BOOL: np.int32, onnx.TensorProto.UINT8: np.uint8}
LACKS = "These Op Not Support"  # the converter's words


class Mnn:
    formats = ["onnx"]
    name = "MNN (CPU)"

    def __init__(self):
        with messages():  # it writes a line on standard output, which has the answers
            import MNN
        self.library = MNN
        self.version = importlib.metadata.version("MNN")

    def load(self, path, weights):
        return Loaded(self.library, onnx.load(path))

    def run(self, loaded, inputs):
        return loaded.run(inputs)

    def complaint(self, error):
        return Failed


class Loaded:
    def __init__(self, library, model):
        require_tensors(model)
        require_types(model, TYPES, "MNN")
        self.library = library
        self.model = model
        self.inputs = [value for value in model.graph.input if value.name not in defaults_of(model)]
        with tempfile.TemporaryDirectory() as folder:
            source, made = pathlib.Path(folder, "model.onnx"), pathlib.Path(folder, "model.mnn")
            source.write_bytes(model.SerializeToString())
            convert(source, made)
            expressions = library.expr
            self.module = library.nn.load_module_from_file(
                str(made), [value.name for value in self.inputs], [value.name for value in model.graph.output],
                precision_mode=expressions.PrecisionMode.High, thread_num=THREADS)

    def run(self, inputs):
        arrays = by_name(inputs, [value.name for value in self.model.graph.input])
        given = []
        for value in self.inputs:
            if value.name not in arrays:
                raise Rejected(f"there is no input {value.name}")
            given.append(self.variable(value, arrays[value.name]))
        with messages() as said:
            outputs = self.module.forward(given)
        if len(outputs) != len(self.model.graph.output):
            raise complaint_of(said.text)
        return [self.array(value, output) for value, output in zip(self.model.graph.output, outputs)]

    def variable(self, value, array):
        if not fits(value.type.tensor_type, array):  # MNN takes any array
            raise Rejected(f"{array.dtype}{list(array.shape)} is not the declared type of {value.name}")
        stored = narrowed(value, array, TYPES[value.type.tensor_type.elem_type], "MNN")
        expressions = self.library.expr
        types = {np.dtype(np.float32): expressions.float, np.dtype(np.int32): expressions.int, np.dtype(np.uint8): expressions.uint8}
        return expressions.const(stored, list(stored.shape), expressions.NCHW, types[stored.dtype])

    def array(self, value, output):
        expressions = self.library.expr
        if output.data_format == expressions.NC4HW4:
            output = expressions.convert(output, expressions.NCHW)
        stored = TYPES[value.type.tensor_type.elem_type]
        array = np.array(output.read()).reshape(output.shape) if output.size else np.zeros(output.shape, stored)
        return array.astype(onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)) if array.dtype == stored else array


def require_tensors(model):
    for part in parts_of(model):
        if isinstance(part, onnx.TypeProto) and not part.HasField("tensor_type"):
            raise Skipped("MNN has no sequences and optionals")


def convert(source, made):
    import _tools  # MNN's converter. Its command line, mnnconvert, also installs packages that send logs
    with messages() as said, contextlib.chdir(source.parent):  # it also writes into the working folder
        _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", str(source), "--MNNModel", str(made), "--bizCode", "backedge"])
    if not made.exists():
        raise complaint_of(said.text)


class Messages:
    text = ""


@contextlib.contextmanager
def messages():
    """What native code writes on standard output and standard error."""
    said = Messages()
    with tempfile.TemporaryFile() as file:
        kept = os.dup(1), os.dup(2)
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
        try:
            yield said
        finally:
            ctypes.CDLL(None).fflush(None)
            for stream, old in zip((1, 2), kept):
                os.dup2(old, stream)
                os.close(old)
            file.seek(0)
            said.text = file.read().decode(errors="replace")


def complaint_of(text):
    lines = [line for line in text.splitlines() if line.strip()]
    lacking = [line[line.index("These Op"):].strip() for line in lines if LACKS in line]
    return Skipped(lacking[0]) if lacking else Rejected(" / ".join(lines[-3:]) or "MNN gives no outputs and no message")
