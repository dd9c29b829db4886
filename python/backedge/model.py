"""Models: load them, run them, watch their loops."""

import ctypes
import json
import os
import pathlib
import subprocess
import tempfile
import weakref
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import arrays
from ._library import LIBRARY, Options, Tensor, Trace


class BackedgeError(Exception):
    """A model or an input was rejected, or a limit was reached.

    phase    "read", "load", "input" or "run": the stage that found the fault
    rule     its id, which is a heading in the specification: "SLICE-6"
    where    file, line and layer, as far as they are known
    message  what is wrong, with the values
    """

    def __init__(self, phase: str, rule: str, where: str, message: str):
        super().__init__(f"{where}: {rule}: {message}" if where else f"{rule}: {message}")
        self.phase, self.rule, self.where, self.message = phase, rule, where, message

    def __reduce__(self):
        return type(self), (self.phase, self.rule, self.where, self.message)  # multiprocessing pickles it


class Port(NamedTuple):
    """An input or an output, as far as it is known before a run."""

    name: str
    element_type: str
    """"f32", "i64", "boolean": the names in OpenVINO's `element_type`"""
    shape: Optional[Tuple[Optional[int], ...]]
    """None: the rank is not known; an element None: the dimension is not known"""


class Event(NamedTuple):
    """What happened in a run."""

    kind: str
    """"loop begin", "iteration begin", "parameter", "result" or "loop end" """
    loop: str
    depth: int
    """0: a loop of the outermost graph"""
    iteration: int
    name: Optional[str]
    """of the Parameter or Result"""
    value: Optional[np.ndarray]
    """a copy; None if the value is not a tensor"""


Inputs = Union[Mapping[str, np.ndarray], Sequence[np.ndarray]]


class Model:
    """A model that is well-formed. It never changes, so threads may run it at the same time."""

    def __init__(self, handle: int, source: Tuple[str, Optional[bytes], Optional[str]]):
        self._handle, self._source = handle, source
        self._free = weakref.finalize(self, LIBRARY.backedge_free_model, handle)
        self.inputs: List[Port] = [_port(LIBRARY.backedge_input(handle, k)) for k in range(LIBRARY.backedge_input_count(handle))]
        self.defaults: List[Port] = [_port(LIBRARY.backedge_default(handle, k)) for k in range(LIBRARY.backedge_default_count(handle))]
        self.outputs: List[Port] = [_port(LIBRARY.backedge_output(handle, k)) for k in range(LIBRARY.backedge_output_count(handle))]

    def run(self, inputs: Inputs, *, max_bytes: int = 0, max_iterations: int = 0, max_seconds: float = 0) -> Dict[str, np.ndarray]:
        """Run one inference. The outputs are read-only arrays by name, in the order of the model.

        inputs  an array for each input, by name or in the order of the model; without gaps it is not copied
        limits  0: 8 GiB of live tensors, 10^9 iterations of all loops, no limit of time

        Raises BackedgeError.
        """
        return self._run(inputs, _options(max_bytes=max_bytes, max_iterations=max_iterations, max_seconds=max_seconds))

    def trace(self, inputs: Inputs, *, max_iterations: int = 0) -> Tuple[Dict[str, np.ndarray], List[Event]]:
        """Run one inference and record every iteration of every loop. Returns outputs and events.

        Raises BackedgeError.
        """
        events: List[Event] = []
        options = _options(max_iterations=max_iterations)
        options.trace = Trace(lambda user, event: events.append(_event(event.contents)))
        return self._run(inputs, options), events

    def explain(self) -> str:
        """The model in words, as `backedge explain` prints it. The file of the model is read again.

        Raises BackedgeError.
        """
        from .program import program
        path, text, weights = self._source
        with tempfile.TemporaryDirectory() as folder:
            if text is not None:
                path = pathlib.Path(path).name
                pathlib.Path(folder, path).write_bytes(text)
            command = [program(), "explain", path, "--error-format", "json", *(["--weights", weights] if weights else [])]
            done = subprocess.run(command, capture_output=True, text=True, cwd=None if text is None else folder)
        if done.returncode != 0:
            raise BackedgeError(**json.loads(done.stderr))
        return done.stdout

    def __reduce_ex__(self, protocol):
        raise TypeError("a model cannot be copied or pickled; threads can share it, and another process can load it again")

    def _run(self, inputs, options):
        ordered = self._in_order(inputs)
        pairs = []
        for array, port in zip(ordered, self.inputs):
            try:
                pairs.append(arrays.tensor_of(array, port.element_type))
            except TypeError as error:
                raise BackedgeError("input", "INPUT-3", "", f"input {port.name!r}: {error}") from error
        tensors = (Tensor * len(pairs))(*[tensor for tensor, _ in pairs])
        error = ctypes.c_void_p()
        outputs = LIBRARY.backedge_run(self._handle, tensors, len(pairs), options, ctypes.byref(error))
        if not outputs:
            raise _taken(error)
        owner = _Outputs(outputs)
        names = _names(self.outputs)
        return {name: arrays.array_of(LIBRARY.backedge_output_tensor(outputs, k), owner) for k, name in enumerate(names)}

    def _in_order(self, inputs):
        if isinstance(inputs, np.ndarray):
            raise TypeError("expected a dictionary or a list of arrays, and one array is given")
        if not isinstance(inputs, Mapping):
            ordered = list(inputs)
            if len(ordered) != len(self.inputs):
                raise BackedgeError("input", "INPUT-1" if len(ordered) < len(self.inputs) else "INPUT-2", "",
                                    f"{len(ordered)} arrays are given for {len(self.inputs)} inputs")
            return ordered
        names = _names(self.inputs)
        missing = [name for name in names if name not in inputs]
        if missing:
            given = f"; given are {', '.join(map(repr, inputs))}" if inputs else ""
            raise BackedgeError("input", "INPUT-1", "", f"no array is given for input {missing[0]!r}{given}")
        surplus = [name for name in inputs if name not in names]
        if surplus:
            is_default = surplus[0] in [port.name for port in self.defaults]
            hint = f"; load(..., overridden=[{surplus[0]!r}]) makes an input of this default" if is_default else ""
            raise BackedgeError("input", "INPUT-2", "", f"the model has no input {surplus[0]!r}, only {', '.join(map(repr, names))}{hint}")
        return [inputs[name] for name in names]


class _Outputs:
    """Frees the outputs of a run after the last array that reads them."""

    def __init__(self, handle):
        self._free = weakref.finalize(self, LIBRARY.backedge_free_outputs, handle)


def load(model: Union[str, "os.PathLike[str]", bytes], *, name: Optional[str] = None, weights: Optional[Union[str, "os.PathLike[str]"]] = None,
         overridden: Sequence[str] = (), variable_outputs: bool = False, max_bytes: int = 0, max_seconds: float = 0) -> Model:
    """Load a model: OpenVINO IR, ONNX (binary or text), or a TensorRT network in JSON.

    model    a file, or its bytes
    name     for bytes: a file name whose ending says the format ("model.onnx"); default: found from the bytes
    weights  the file of OpenVINO's weights; default: the .bin beside the .xml
    overridden  names of inputs with a default, `defaults`, that get another value in each run
    variable_outputs  whether the new value of each variable of OpenVINO IR is an output, after all others

    Raises BackedgeError.
    """
    options = _options(max_bytes=max_bytes, max_seconds=max_seconds, overridden_count=len(overridden),
                       variable_outputs=variable_outputs)
    options.overridden = (ctypes.c_char_p * len(overridden))(*[each.encode() for each in overridden])
    if isinstance(overridden, str):
        raise TypeError("overridden: expected a list of names, and one name is given")
    if isinstance(model, str) and "\n" in model:
        raise BackedgeError("read", "READ-1", "", "the name of the file has line breaks; give the text of a model as bytes: text.encode()")
    weights = os.fspath(weights) if weights else None
    options.weights = os.fsencode(weights) if weights else None
    there = os.path.abspath(weights) if weights else None  # the current folder may change
    error = ctypes.c_void_p()
    if isinstance(model, (bytes, bytearray)):
        text = bytes(model)
        path = name or _name_for(text)
        handle = LIBRARY.backedge_load_bytes(text, len(text), path.encode(), options, ctypes.byref(error))
        source = path, text, there
    else:
        path = os.fspath(model)
        handle = LIBRARY.backedge_load(path.encode(), options, ctypes.byref(error))
        source = os.path.abspath(path), None, there
    if not handle:
        raise _taken(error)
    loaded = Model(handle, source)
    unknown = set(overridden) - {port.name for port in loaded.inputs}
    if unknown:
        names = ", ".join(repr(port.name) for port in loaded.defaults) or "none"
        raise BackedgeError("input", "INPUT-2", os.fspath(path), f"the model has no input with a default {min(unknown)!r}; it has: {names}")
    return loaded


def _name_for(text):
    start = text.lstrip()[:1]
    return {b"<": "model.onnxtxt" if text.lstrip().startswith(b"<ir_version") else "model.xml", b"{": "model.json"}.get(start, "model.onnx")


def _options(**members):
    return Options(size=ctypes.sizeof(Options), **members)


def _port(port):
    shape = None if port.rank < 0 else tuple(None if port.shape[axis] < 0 else port.shape[axis] for axis in range(port.rank))
    return Port(port.name.decode(), port.element_type.decode(), shape)


def _names(ports):
    """The names of ports. If several have the same name, a later one gets its position: "y", "y#2"."""
    names = []
    for position, port in enumerate(ports):
        names.append(port.name if port.name not in names else f"{port.name}#{position}")
    return names


def _event(event):
    value = arrays.array_of(event.tensor.contents, None).copy() if event.tensor else None
    name = event.name.decode() if event.name is not None else None
    return Event(event.kind.decode(), event.loop.decode(), event.depth, event.iteration, name, value)


def _taken(error):
    """The exception for an error of the library, which is freed."""
    if not error:
        return MemoryError()
    parts = [getattr(LIBRARY, "backedge_error_" + part)(error).decode() for part in ("phase", "rule", "where", "message")]
    LIBRARY.backedge_free_error(error)
    return BackedgeError(*parts)
