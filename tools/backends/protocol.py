"""The backend protocol for engines in Python: docs/backend_protocol.md.

An engine has a `name`, `load(model, weights)` and `run(loaded, inputs)`. `load` returns the value `loaded`.
`inputs` are [(name, array), ...], and `run` returns arrays in the order of Results. Both can raise Rejected,
Skipped or Failed; `complaint` classifies any other exception. An engine can also have `script(model, weights,
inputs, expected)`, which returns a program that shows the inference with the engine's own API. `expected` are
arrays in the order of Results, or None for a rejection. `formats` are those of its models, by default OpenVINO
IR.
"""

import json
import os
import pathlib
import sys

import ml_dtypes
import numpy as np

from answers import Failed, Rejected, Skipped

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
DTYPES = {
    "boolean": np.dtype(np.bool_), "f16": np.dtype(np.float16), "bf16": BFLOAT16, "f32": np.dtype(np.float32), "f64": np.dtype(np.float64),
    **{f"i{width}": np.dtype(f"int{width}") for width in (8, 16, 32, 64)},
    **{f"u{width}": np.dtype(f"uint{width}") for width in (8, 16, 32, 64)},
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}

INLINE_BYTES = 4096


def serve(engine, version, complaint):
    """Answer requests until `bye` or the end of input. Output of libraries goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    scratch, loaded = None, None
    for line in sys.stdin:
        request = json.loads(line)
        do = request["do"]
        answer = None
        if do == "hello":
            scratch = pathlib.Path(request["scratch"])
            answer = {"hello": {"protocol": 2 if 2 in request.get("protocols", [1]) else 1, "name": engine.name, "version": version, "features": [],
                                "formats": getattr(engine, "formats", ["openvino-ir"]), "scripts": hasattr(engine, "script")}}
        elif do == "load":
            answer, loaded = load(engine, request, complaint)
        elif do == "run":
            answer = run(engine, loaded, request, scratch, complaint)
        elif do == "script":
            answer = write_script(engine, request, complaint)
        elif do == "unload":
            loaded = None
            answer = {"unloaded": True}
        elif do == "bye":
            answer = {"bye": True}
        else:
            sys.exit(f"unknown request {do!r}")
        answers.write(json.dumps({"id": request["id"], **answer}) + "\n")
        answers.flush()
        if do == "bye":
            return


def load(engine, request, complaint):
    try:
        return {"loaded": True}, engine.load(request["model"], request["weights"])
    except Exception as error:  # a library's exceptions have no common base
        return refusal(error, "load", complaint), None


def run(engine, loaded, request, scratch, complaint):
    try:
        if loaded is None:
            raise Failed("no model is loaded")
        arrays = engine.run(loaded, inputs_of(request))
        return {"outputs": [encode(array, scratch / f"{request['id']}_{place}.npy") for place, array in enumerate(arrays)]}
    except Exception as error:
        return refusal(error, "run", complaint)


def write_script(engine, request, complaint):
    try:
        expected = request.get("expected")
        arrays = None if expected is None else [decode(tensor) for tensor in expected]
        return {"script": engine.script(request["model"], request["weights"], inputs_of(request), arrays)}
    except Exception as error:
        answer = refusal(error, "load", complaint)
        return {"failed": {"message": answer["rejected"]["message"]}} if "rejected" in answer else answer


def inputs_of(request):
    return [(tensor["name"], decode(tensor)) for tensor in request["inputs"]]


def refusal(error, phase, complaint):
    """The answer for an exception; `complaint` classifies exceptions of the library."""
    kind = type(error) if isinstance(error, (Rejected, Skipped, Failed)) else complaint(error)
    text = f"{error}" or type(error).__name__
    if kind is Rejected:
        return {"rejected": {"phase": phase, "message": text}}
    if kind is Skipped:
        return {"skipped": {"reason": text}}
    return {"failed": {"message": text}}


def in_order(inputs, names):
    """The arrays of `inputs` in the order of `names`. The suite also sends missing and extra inputs."""
    given = [name for name, _ in inputs]
    if sorted(given) != sorted(names):
        raise Rejected(f"inputs {given} for Parameters {list(names)}")
    if len(set(given)) < len(given):  # equal names: use the order
        return [array for _, array in inputs]
    arrays = dict(inputs)
    return [arrays[name] for name in names]


def decode(tensor):
    """An array of the given element type, from values, strings of bits, or a file."""
    dtype = DTYPES[tensor["element_type"]]
    if "file" in tensor:
        array = np.load(tensor["file"])
        return array.view(dtype) if dtype == BFLOAT16 else array.astype(dtype, copy=False)
    array = np.array([value_of(value, dtype) for value in tensor["values"]], dtype)
    return array.reshape(tensor["shape"])


def value_of(value, dtype):
    if not isinstance(value, str):
        return np.array(value).astype(dtype) if is_real(dtype) else dtype.type(value)
    if value.startswith("0x"):
        return np.array(int(value, 16), f"uint{8 * dtype.itemsize}").view(dtype)[()]
    return dtype.type(int(value))


def encode(array, file):
    """Reals as bits, integers as numbers; large arrays as a file."""
    tensor = {"element_type": NAMES[array.dtype], "shape": list(array.shape)}
    if array.nbytes > INLINE_BYTES:
        np.save(file, array.view("V2") if array.dtype == BFLOAT16 else array)
        return {**tensor, "file": str(file)}
    flat = np.ascontiguousarray(array).reshape(-1)
    if is_real(array.dtype):
        width = array.dtype.itemsize
        values = [f"0x{bits:0{2 * width}x}" for bits in flat.view(f"uint{8 * width}").tolist()]
    else:
        values = flat.tolist()
    return {**tensor, "values": values}


def is_real(dtype):
    return dtype == BFLOAT16 or dtype.kind == "f"
