"""PyTorch's TorchScript as a backend: torch_backend.py [--convert BACKEDGE]

It translates ONNX models to TorchScript, whose interpreter runs the loops. With --convert it reads models of
OpenVINO IR, which that program writes as ONNX.
"""

import functools
import os
import warnings

import torch

import translated_models
from answers import Failed, Rejected, Skipped
from onnx_to_torch import Translation
from torch_helpers import *  # noqa: F403  (what the text of a program calls)
from torch_types import array_of, tensor_of

CALLS = 2  # the first one profiles the program, and the next one runs what the optimizers wrote


class TorchScript(translated_models.Models):
    name = "PyTorch (TorchScript)"
    version = torch.__version__

    @staticmethod
    @functools.lru_cache(maxsize=64)
    def read(content):
        """A model and its program. The runs of a case share most of their models."""
        loaded = translated_models.read_model(content)
        return loaded, compiled(Translation(loaded.model))

    def run(self, model, inputs):
        loaded, program = model
        tensors = [tensor_of(array) for array in translated_models.arrays_of(loaded, inputs)]
        first, *others = ([array_of(result) for result in program(*tensors)] for _ in range(CALLS))
        for other in others:
            if not all(map(same, first, other)):
                raise Failed("the program gives other values when it is called again")
        return first

    def complaint(self, error):
        """What PyTorch lacks is skipped. Its errors have the type RuntimeError, also those about a model."""
        text = str(error).strip().rsplit("\n", 1)[-1]  # the lines before it show the program
        if "PyTorch lacks" in text or "not implemented for '" in text or isinstance(error, NotImplementedError):
            return Skipped
        return Rejected if isinstance(error, (RuntimeError, IndexError)) and "INTERNAL ASSERT" not in text else Failed


def compiled(translation):
    """The program of TorchScript, with its constants in it."""
    module = type("Model", (torch.nn.Module,), {})()  # TorchScript shares the methods of one class
    for name, array in translation.constants.items():
        module.register_buffer(name, tensor_of(array))
    script = torch.jit.script(module)
    script.define(translation.text)
    return torch.jit.freeze(script.eval())


def same(a, b):
    return (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())


if __name__ == "__main__":
    warnings.simplefilter("ignore", FutureWarning)  # that torch.jit is deprecated
    torch.set_num_threads(2)
    translated_models.serve(TorchScript)
    os._exit(0)  # its libraries may need more seconds to end than the suite waits
