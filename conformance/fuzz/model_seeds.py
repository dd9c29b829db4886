"""Seeds of model_fuzz: models of the corpus, with weights and inputs."""

import json
import re
import struct
import xml.etree.ElementTree

from expand import expand
from operation_seeds import operation_seeds

LARGEST = 32768  # bytes of a seed; larger ones slow the fuzzer down and reach no new code
RUNS_OF_A_CASE = 3
FORMATS = {
    "boolean": "?", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
    "f16": "e", "f32": "f", "f64": "d",
}  # fmt: skip


def pack_value(element_type, value):
    """The bytes of one element, or zeros if Python cannot pack the value: seeds need no exact values."""
    width = 2 if element_type == "bf16" else struct.calcsize(FORMATS[element_type])
    try:
        if isinstance(value, str):
            base = 16 if value.startswith("0x") else 10
            return (int(value, base) % 2 ** (8 * width)).to_bytes(width, "little")
        if element_type == "bf16":
            return struct.pack("<f", value)[2:]
        return struct.pack("<" + FORMATS[element_type], value)
    except (struct.error, OverflowError):
        return bytes(width)


def pack_tensor(tensor):
    return b"".join(pack_value(tensor["type"], value) for value in tensor["values"])


def read_parameters(model):
    """Name, element type and declared dimensions of each Parameter of the outermost graph."""
    root = xml.etree.ElementTree.fromstring(model)
    found = []
    for layer in root.findall("./layers/layer[@type='Parameter']"):
        data = layer.find("data")
        shape = (data.get("shape") or "") if data is not None else ""
        found.append((layer.get("name") or "Parameter_" + layer.get("id"), [dim.strip() for dim in shape.split(",") if dim]))
    return found


def pack_inputs(model, inputs, tensors):
    """The bytes from which model_fuzz reads inputs: open dimensions, one byte each, and elements."""
    try:
        parameters = read_parameters(model)
    except xml.etree.ElementTree.ParseError:
        return b""
    packed = b""
    for index, (name, dims) in enumerate(parameters):
        tensor = inputs.get(name) if isinstance(inputs, dict) else inputs[index] if index < len(inputs) else None
        tensor = tensors.get(tensor) if isinstance(tensor, str) else tensor
        if not tensor or "values" not in tensor:
            return packed
        for axis, size in enumerate(tensor["shape"]):
            if axis >= len(dims) or not dims[axis].isdigit():
                packed += bytes([size % 9])
        packed += pack_tensor(tensor)
    return packed


def pack(model, weights, inputs):
    weights = weights[:65535]
    return model.encode() + b"\0" + len(weights).to_bytes(2, "little") + weights + inputs


def read_optional(path):
    return path.read_bytes() if path.exists() else b""


def model_seeds(files):
    """(name, bytes) of some runs of each case, of models that are not cases, and of each operation."""
    for path in sorted(files):
        if path.name == "op_table.cc":
            for name, model, inputs in operation_seeds(path.read_text()):
                yield name, pack(model, b"", inputs)
        if path.name == "case.json":
            case = json.loads(path.read_text())
            if case["format"] != "openvino-ir":
                continue
            template = (path.parent / "model.xml").read_text()
            weights = read_optional(path.parent / "model.bin")
            runs = case["runs"]
            for run in runs[:: max(1, (len(runs) + RUNS_OF_A_CASE - 1) // RUNS_OF_A_CASE)]:
                model = expand(template, case.get("columns"), run.get("at"))
                inputs = run.get("inputs", run.get("sequence", [{}])[0].get("inputs", {}))
                if isinstance(inputs, dict) and isinstance(case.get("inputs", {}), dict):
                    inputs = {**case.get("inputs", {}), **inputs}
                seed = pack(model, weights, pack_inputs(model, inputs, case.get("tensors", {})))
                if len(seed) <= LARGEST:
                    yield f"{path.parent.name}_{runs.index(run)}", seed
        elif path.suffix == ".xml" and path.name != "model.xml":
            seed = pack(path.read_text(), read_optional(path.with_suffix(".bin")), b"")
            if len(seed) <= LARGEST:
                yield path.stem, seed


def model_words(seeds):
    """The words that a mutation inserts into a model: elements, attributes, names of operations."""
    words = set()
    for _, seed in seeds:
        text = seed.partition(b"\0")[0].decode(errors="replace")
        words.update(re.findall(r"<[\w/]+", text))
        words.update(re.findall(r'\b[\w-]+="[^"]{0,24}"', text))
    return {word for word in words if not word.startswith(("id=", "name=", "names="))}
