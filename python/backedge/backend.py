"""Verify an engine in Python: a backend is a class with `load` and `run`.

    from backedge import backend

    class Mine(backend.Backend):
        name, version = "mine", "1.0"
        formats = ["onnx"]

        def load(self, path, weights):
            return my_engine.read(path)

        def run(self, model, inputs):
            return model(**dict(inputs))

    if __name__ == "__main__":
        backend.serve(Mine())

Save it as mine.py, and verify it with `backedge verify --backend "python3 mine.py"`, or with
`pytest --backedge-backend mine:Mine`. docs/backend_protocol.md describes what is exchanged.
"""

import argparse
import importlib
import json
import os
import pathlib
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type

import numpy as np

from .answers import Failed, Rejected, Skipped
from .converted import Converted  # noqa: F401
from .element_types import dtype_of, element_type_of, in_native_order

INLINE_BYTES = 4096  # larger tensors go through files

Inputs = List[Tuple[str, np.ndarray]]
Json = Dict[str, Any]  # a request or an answer of the protocol


class Backend:
    """What an engine does. Each method can raise Rejected, Skipped or Failed.

    An engine can also have `script(path, weights, inputs, expected)`, which returns a program that shows an
    inference with the engine's own API. `expected` are arrays in the order of outputs, or None for a rejection.
    """

    name: str = "unnamed"
    version: str = "0"
    formats: Sequence[str] = ["openvino-ir"]  # "onnx", "tensorrt-network"
    features: Sequence[str] = []              # the known ones: testdata/features.txt. Empty: all

    def load(self, path: str, weights: Optional[str]) -> Any:
        """Read the model in a file. `weights` is the file of OpenVINO's weights, or None. The result goes to `run`."""
        raise NotImplementedError

    def run(self, model: Any, inputs: Inputs) -> Sequence[Any]:
        """Run one inference. `inputs` are [(name, array), ...]; returns arrays in the order of outputs."""
        raise NotImplementedError

    def complaint(self, error: Exception) -> Type[Exception]:
        """The class for any other exception of the engine: Rejected, Skipped or Failed."""
        return Failed


def serve(backend: Backend) -> None:
    """Answer requests until `bye` or the end of input. Output of libraries goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    scratch, model = None, None
    for line in sys.stdin:
        request = json.loads(line)
        do = request["do"]
        if do == "hello":
            scratch = pathlib.Path(request["scratch"])
            answer = hello(backend, request)
        elif do == "load":
            answer, model = load(backend, request)
        elif do == "run":
            answer = run(backend, model, request, scratch)
        elif do == "script":
            answer = write_script(backend, request)
        elif do == "unload":
            model = None
            answer = {"unloaded": True}
        elif do == "bye":
            answer = {"bye": True}
        else:
            sys.exit(f"unknown request {do!r}")
        answers.write(json.dumps({"id": request["id"], **answer}) + "\n")
        answers.flush()
        if do == "bye":
            return


def hello(backend: Backend, request: Json) -> Json:
    """The answer to `hello`: what the backend is and can do."""
    version = 2 if 2 in request.get("protocols", [1]) else 1
    return {"hello": {"protocol": version, "name": backend.name, "version": backend.version, "features": list(backend.features),
                      "formats": list(backend.formats), "scripts": hasattr(backend, "script")}}


def load(backend: Backend, request: Json) -> Tuple[Json, Any]:
    """The answer to `load`, and the model for `run`; None if there is none."""
    try:
        return {"loaded": True}, backend.load(request["model"], request["weights"])
    except Exception as error:  # a library's exceptions have no common base
        return refusal(error, "load", backend), None


def run(backend: Backend, model: Any, request: Json, scratch: pathlib.Path) -> Json:
    """The answer to `run`.

    scratch  the folder for large outputs
    """
    try:
        if model is None:
            raise Failed("no model is loaded")
        arrays = backend.run(model, inputs_of(request))
        return {"outputs": [encode(np.asarray(array), scratch / f"{request['id']}_{place}.npy") for place, array in enumerate(arrays)]}
    except Exception as error:
        return refusal(error, "run", backend)


def write_script(backend: Backend, request: Json) -> Json:
    """The answer to `script`: a program that shows an inference."""
    try:
        expected = request.get("expected")
        arrays = None if expected is None else [decode(tensor) for tensor in expected]
        return {"script": backend.script(request["model"], request["weights"], inputs_of(request), arrays)}
    except Exception as error:
        answer = refusal(error, "load", backend)
        return {"failed": {"message": answer["rejected"]["message"]}} if "rejected" in answer else answer


def refusal(error: Exception, phase: str, backend: Backend) -> Json:
    """The answer for an exception."""
    kind = type(error) if isinstance(error, (Rejected, Skipped, Failed)) else backend.complaint(error)
    text = f"{error}" or type(error).__name__
    if kind is Rejected:
        return {"rejected": {"phase": phase, "message": text}}
    if kind is Skipped:
        return {"skipped": {"reason": text}}
    return {"failed": {"message": text}}


def inputs_of(request: Json) -> Inputs:
    """The inputs of a request by name. The suite can send a name twice."""
    return [(tensor["name"], decode(tensor)) for tensor in request["inputs"]]


def in_order(inputs: Inputs, names: Sequence[str]) -> List[np.ndarray]:
    """The arrays of `inputs` in the order of `names`. The suite also sends missing and extra inputs."""
    given = [name for name, _ in inputs]
    if sorted(given) != sorted(names):
        raise Rejected(f"inputs {given} for Parameters {list(names)}")
    if len(set(given)) < len(given):  # equal names: use the order
        return [array for _, array in inputs]
    arrays = dict(inputs)
    return [arrays[name] for name in names]


def decode(tensor: Json) -> np.ndarray:
    """An array of the given element type, from values, strings of bits, or a file."""
    dtype = dtype_of(tensor["element_type"])
    if "file" in tensor:
        array = np.load(tensor["file"])
        return array.view(dtype) if array.dtype.kind == "V" else array.astype(dtype, copy=False)
    array = np.array([value_of(value, dtype) for value in tensor["values"]], dtype)
    return array.reshape(tensor["shape"])


def value_of(value: Any, dtype: np.dtype) -> Any:
    """A value of a tensor: a number, the bits of a real ("0x3f800000"), or a large integer as a string."""
    if isinstance(value, str) and value.startswith("0x"):
        return np.array(int(value, 16), f"uint{8 * dtype.itemsize}").view(dtype)[()]
    if isinstance(value, str):
        return dtype.type(int(value))
    return np.array(value).astype(dtype) if is_real(dtype) else dtype.type(value)


def encode(array: np.ndarray, file: "os.PathLike[str]") -> Json:
    """Reals as bits, integers as numbers; large arrays as a file."""
    array = np.asarray(in_native_order(array), order="C")  # the protocol has no Fortran order
    tensor = {"element_type": element_type_of(array.dtype), "shape": list(array.shape)}
    if array.nbytes > INLINE_BYTES:
        of_numpy = array.dtype.kind in "biuf" and array.dtype.isbuiltin != 2  # 2 is a type of another package
        np.save(file, array if of_numpy else array.view(f"V{array.itemsize}"))
        return {**tensor, "file": str(file)}
    flat = np.ascontiguousarray(array).reshape(-1)
    if not is_real(array.dtype):
        return {**tensor, "values": flat.tolist()}
    width = array.dtype.itemsize
    return {**tensor, "values": [f"0x{bits:0{2 * width}x}" for bits in flat.view(f"uint{8 * width}").tolist()]}


def is_real(dtype: np.dtype) -> bool:
    """Whether values are written as their bits: neither integers nor booleans."""
    return dtype.kind not in "biu"


def main() -> None:
    """Serve the backend MODULE:CLASS."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("backend", metavar="MODULE:CLASS")
    module, _, name = parser.parse_args().backend.partition(":")
    if not name:
        parser.error(f"expected MODULE:CLASS, not {module!r}")
    found = getattr(importlib.import_module(module), name, None)
    if found is None:
        parser.error(f"the module {module} has no class {name!r}")
    serve(found())


if __name__ == "__main__":
    # This module is __main__ now. The engine imports it by its name, and raises the exceptions of that copy.
    importlib.import_module("backedge.backend").main()
