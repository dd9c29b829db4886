"""PyTorch's compiler Inductor as a backend: inductor_backend.py [--convert BACKEDGE]

It translates ONNX models to functions with torch.while_loop and torch.cond, which torch.compile compiles for
the processor. With --convert it reads models of OpenVINO IR, which that program writes as ONNX.
"""

import linecache
import os

os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")  # before PyTorch starts others

import torch  # noqa: E402
from torch._dynamo import exc  # noqa: E402
from torch._inductor.exc import InductorError  # noqa: E402

import torch_helpers  # noqa: E402
import translated_models  # noqa: E402
from answers import Failed, Rejected, Skipped  # noqa: E402
from onnx_to_torch_compile import ForCompiler  # noqa: E402
from torch_types import array_of, tensor_of  # noqa: E402


class Inductor(translated_models.Models):
    name = "PyTorch (Inductor)"
    version = torch.__version__

    def run(self, loaded, inputs):
        """The outputs. A loop whose length depends on the inputs runs first for its length, then for parts."""
        tensors = [tensor_of(array) for array in translated_models.arrays_of(loaded, inputs)]
        shapes = tuple(tensor.shape for tensor in tensors)
        lengths = ()
        while True:
            if (shapes, lengths) not in loaded.programs:
                translation = ForCompiler(loaded.model, lengths)
                loaded.programs[shapes, lengths] = translation.unfinished, compiled(translation)
            unfinished, program = loaded.programs[shapes, lengths]
            results = [array_of(result) for result in program(*tensors)]
            if unfinished is None:
                return results
            lengths += ((unfinished, int(results[0])),)

    def complaint(self, error):
        """What the tracer refuses is skipped: PyTorch calls both functions prototypes of limited support."""
        text = str(error)
        if "data-dependent" in text or "PyTorch lacks" in text or "not implemented for '" in text:
            return Skipped
        if isinstance(error, exc.BackendCompilerFailed | InductorError):
            return Rejected
        if isinstance(error, exc.TorchDynamoException):
            return Failed if isinstance(error, exc.InternalTorchDynamoError) else Skipped
        return Rejected if isinstance(error, (RuntimeError, IndexError)) and "INTERNAL ASSERT" not in text else Failed


def compiled(translation):
    """The function of a text, compiled when it is first called."""
    name = f"<model {len(linecache.cache)}>"
    linecache.cache[name] = len(translation.text), None, translation.text.splitlines(keepends=True), name
    names = {**vars(torch_helpers)}
    exec(compile(translation.text, name, "exec"), names)
    module = type("Model", (torch.nn.Module,), {"forward": names["forward"]})()
    for attribute, array in translation.constants.items():
        module.register_buffer(attribute, tensor_of(array))
    return torch.compile(module, backend="inductor", fullgraph=True, dynamic=False)


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    torch.set_num_threads(2)
    translated_models.serve(Inductor)
    os._exit(0)  # its libraries may need more seconds to end than the suite waits
