"""LiteRT, which runs models of TFLite, as a backend: litert_backend.py [--convert BACKEDGE] [--copies]

It writes ONNX models as models of TFLite (onnx_to_tflite.py), and LiteRT's Interpreter runs them on the CPU
with the delegates that it has by default. With --copies no output of a body is an input or a constant of it
(LITERT-1). With --convert it reads models of OpenVINO IR, which that program writes as ONNX.
"""

import importlib.metadata

import numpy as np
from ai_edge_litert.interpreter import Interpreter

from answers import Failed, Rejected, Skipped
from onnx_to_tflite import Translation
from translated_models import Models, arrays_of, serve

THREADS = 2
# The words of LiteRT's messages about what it lacks.
LACKS = ("not supported", "unsupported", "Unsupported", "only supports", "does not support", "Does not support", "not implemented",
         "not currently supported", "supported currently", "only currently supports", "is_supported_type was not true")


class LiteRt(Models):
    name = "LiteRT (CPU)"
    version = importlib.metadata.version("ai-edge-litert")

    def __init__(self, copies=False):
        self.copies = copies
        if copies:
            self.name += " with copies"

    def run(self, loaded, inputs):
        arrays = arrays_of(loaded, inputs)
        shapes = tuple(array.shape for array in arrays)
        if shapes not in loaded.programs:
            loaded.programs[shapes] = Program(Translation(loaded.model, arrays, self.copies))
        return loaded.programs[shapes].run(arrays)

    def complaint(self, error):
        if not isinstance(error, (RuntimeError, ValueError)):
            return Failed
        return Skipped if any(words in str(error) for words in LACKS) else Rejected


class Program:
    """A model of TFLite and its interpreter, which runs it any number of times."""

    def __init__(self, translation):
        self.outputs = translation.outputs
        self.interpreter = Interpreter(model_content=translation.content, num_threads=THREADS)
        self.interpreter.allocate_tensors()
        self.inputs = [entry["index"] for entry in self.interpreter.get_input_details()]

    def run(self, arrays):
        for index, array in zip(self.inputs, arrays, strict=True):
            self.interpreter.set_tensor(index, array)
        self.interpreter.invoke()
        details = {entry["index"]: entry for entry in self.interpreter.get_output_details()}
        return [self.value(details[index]) for index in self.outputs]

    def value(self, entry):
        """An array. The interpreter gives none for a tensor without elements, but its shape and type."""
        if 0 in entry["shape"]:
            return np.zeros(entry["shape"], entry["dtype"])
        return self.interpreter.get_tensor(entry["index"])


if __name__ == "__main__":
    serve(LiteRt, copies="copy what a body or a branch only passes on")
