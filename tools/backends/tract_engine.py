"""tract, which reads ONNX models, as an engine of onnx_backend.py."""

import os
import tempfile

import onnx

from answers import Failed, Rejected, Skipped
from onnx_inputs import by_name
from onnx_scripts import parts_of

# The words of tract's messages about what it lacks: operators, types, and operands that are not constant.
LACKS = ("Unimplemented(", "not implemented", "unimplemented", "not supported", "unsupported", "Unsupported", "only supports",
         "does not support", "typable only if", "can not be typed", "Unknown DatumType", "as a constant", "be a constant", "be a const",
         "be constant", "expects a constant", "Expect constant input", "are not const", "shape input is variable", "a known scalar",
         "Expected dim and value to be determined", "Neither sizes nor scales makes sense")


class Tract:
    formats = ["onnx"]
    name = "tract"

    def __init__(self):
        os.environ["RUST_BACKTRACE"] = "0"  # otherwise messages contain one
        import tract
        self.library = tract
        self.version = tract.version()

    def load(self, path, weights):
        return Loaded(self.library, path)

    def run(self, loaded, inputs):
        return loaded.run(inputs)

    def complaint(self, error):
        if not isinstance(error, self.library.TractError):
            return Failed
        return Skipped if lacks(error) else Rejected


class Loaded:
    """A model with its declared shapes or, if they are not enough for tract, with the shapes of the inputs.

    tract asks for shapes that a model leaves open, and refuses named dimensions of a body (TRACT-1). Then the
    inputs get the shapes of the arrays, and the model loses the names of its dimensions.
    """

    def __init__(self, library, path):
        self.library = library
        self.model = onnx.load(path)
        tract_model = self.read()
        self.names = [tract_model.input_name(position) for position in range(tract_model.input_count())]
        self.runnable = None
        try:
            self.runnable = tract_model.into_model().into_runnable()
        except library.TractError as error:
            if lacks(error) or not forget_dimensions(self.model):
                raise

    def read(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
            file.write(self.model.SerializeToString())
            file.flush()
            return self.library.onnx().load(file.name)

    def run(self, inputs):
        arrays = self.in_order(inputs)
        runnable = self.runnable or self.specialized(arrays)
        return [self.array_of(value) for value in runnable.run(arrays)]

    def array_of(self, value):
        try:
            return value.to_numpy()
        except self.library.TractError as error:
            if "TDim" not in str(error):
                raise
            return value.convert_to(self.library.DatumType.I64).to_numpy()  # tract's type for sizes and INT64

    def in_order(self, inputs):
        arrays = by_name(inputs, [value.name for value in self.model.graph.input])
        missing = [name for name in self.names if name not in arrays]
        if missing:
            raise Rejected(f"there is no input {missing[0]}")
        return [arrays[name] for name in self.names]

    def specialized(self, arrays):
        model = self.read()
        for position, array in enumerate(arrays):
            element_type = "bool" if array.dtype.kind == "b" else f"{array.dtype.kind}{8 * array.dtype.itemsize}"
            model.set_input_fact(position, ",".join([*map(str, array.shape), element_type]))
        return model.into_model().into_runnable()


def forget_dimensions(model):
    """Remove the names of dimensions from a model; returns whether it has open shapes."""
    values = [*model.graph.input, *model.graph.output]
    is_open = any(not value.type.tensor_type.HasField("shape") for value in values)
    for part in parts_of(model):
        if isinstance(part, onnx.TensorShapeProto.Dimension) and not part.HasField("dim_value"):
            part.ClearField("dim_param")
            is_open = True
    return is_open


def lacks(error):
    return any(words in str(error) for words in LACKS)
