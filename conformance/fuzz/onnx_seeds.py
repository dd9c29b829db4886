"""Seeds of onnx_fuzz and tensor_file_fuzz: models of the corpus and of each operator, and tensors."""

import json
import re
import struct

from expand import expand
from model_seeds import LARGEST, RUNS_OF_A_CASE, pack_tensor

HEAD = '<ir_version: 10, opset_import: ["" : %d]>\n'
OPSET = 21
# The operands of operators that do not take tensors of USUAL.
USUAL = "float[2,3]"
UNUSUAL_TYPES = ("bool", "int4", "float4e2m1")  # most operators reject them
ROWS, VECTOR, INDICES, SCALAR = "float[1,2,6]", "float[3]", "int64[2]", "int64"
OPERANDS = {
    "AffineGrid": ["float[1,2,3]", "int64[4]"],
    "And": ["bool[2,3]"] * 2,
    "Attention": ["float[1,2,3,4]"] * 3,
    "AveragePool": [ROWS],
    "BatchNormalization": [USUAL] + [VECTOR] * 4,
    "BitShift": ["uint8[2,3]"] * 2,
    "BitwiseAnd": ["int32[2,3]"] * 2,
    "BitwiseNot": ["int32[2,3]"],
    "BitwiseOr": ["int32[2,3]"] * 2,
    "BitwiseXor": ["int32[2,3]"] * 2,
    "BlackmanWindow": [SCALAR],
    "CausalConvWithState": [ROWS, "float[2,1,3]"],
    "CenterCropPad": [USUAL, INDICES],
    "Col2Im": ["float[1,4,4]", INDICES, INDICES],
    "Compress": [USUAL, "bool[2]"],
    "ConstantOfShape": [INDICES],
    "Conv": ["float[1,2,5]", "float[3,2,2]", VECTOR],
    "ConvInteger": ["uint8[1,2,5]", "uint8[3,2,2]"],
    "ConvTranspose": ["float[1,2,3]", "float[2,3,2]"],
    "CumProd": [USUAL, SCALAR],
    "CumSum": [USUAL, SCALAR],
    "DFT": ["float[1,4,1]", SCALAR, SCALAR],
    "DepthToSpace": ["float[1,4,2,2]"],
    "Expand": [VECTOR, INDICES],
    "GRU": ["float[2,1,2]", "float[1,9,2]", "float[1,9,3]", "float[1,18]"],
    "Gather": [USUAL, INDICES],
    "GatherElements": [USUAL, "int64[1,3]"],
    "GatherND": [USUAL, "int64[1,2]"],
    "Gemm": [USUAL, "float[3,2]"],
    "GlobalAveragePool": [ROWS],
    "GlobalMaxPool": [ROWS],
    "GridSample": ["float[1,1,3,3]", "float[1,2,2,2]"],
    "GroupNormalization": ["float[1,4,2]", "float[4]", "float[4]"],
    "HammingWindow": [SCALAR],
    "HannWindow": [SCALAR],
    "InstanceNormalization": [ROWS, "float[2]", "float[2]"],
    "LSTM": ["float[2,1,2]", "float[1,12,2]", "float[1,12,3]", "float[1,24]", "int32[1]", "float[1,1,3]", "float[1,1,3]"],
    "LpPool": [ROWS],
    "MatMul": [USUAL, "float[3,2]"],
    "MatMulInteger": ["uint8[2,3]", "uint8[3,2]"],
    "MaxPool": [ROWS],
    "MaxUnpool": [ROWS, "int64[1,2,6]"],
    "MeanVarianceNormalization": ["float[1,2,2,2]"],
    "NegativeLogLikelihoodLoss": [USUAL, INDICES],
    "NonMaxSuppression": ["float[1,3,4]", "float[1,1,3]", SCALAR],
    "Not": ["bool[2,3]"],
    "OneHot": [INDICES, SCALAR, "float[2]"],
    "Or": ["bool[2,3]"] * 2,
    "Pad": [USUAL, "int64[4]", "float"],
    "QLinearConv": ["uint8[1,2,5]", "float", "uint8", "uint8[3,2,2]", "float", "uint8", "float", "uint8"],
    "QLinearMatMul": ["uint8[2,3]", "float", "uint8", "uint8[3,2]", "float", "uint8", "float", "uint8"],
    "QuantizeLinear": [USUAL, "float", "uint8"],
    "DequantizeLinear": ["uint8[2,3]", "float", "uint8"],
    "RMSNormalization": [USUAL, VECTOR],
    "RNN": ["float[2,1,2]", "float[1,3,2]", "float[1,3,3]", "float[1,6]"],
    "Range": [SCALAR] * 3,
    "Reshape": [USUAL, INDICES],
    "Resize": ["float[1,1,2,2]", "", "float[4]"],
    "ReverseSequence": [USUAL, "int64[3]"],
    "RoiAlign": ["float[1,1,4,4]", "float[1,4]", "int64[1]"],
    "RotaryEmbedding": ["float[1,2,2,4]", "float[2,2]", "float[2,2]", "int64[1,2]"],
    "STFT": ["float[1,8,1]", SCALAR, "float[4]"],
    "Scatter": [USUAL, "int64[1,2]", "float[1,2]"],
    "ScatterElements": [USUAL, "int64[1,2]", "float[1,2]"],
    "ScatterND": [USUAL, "int64[1,2]", "float[1]"],
    "Slice": [USUAL, INDICES, INDICES, INDICES, INDICES],
    "SoftmaxCrossEntropyLoss": [USUAL, INDICES],
    "SpaceToDepth": ["float[1,1,4,4]"],
    "TensorScatter": ["float[1,4,2]", "float[1,1,2]", "int64[1]"],
    "Tile": [USUAL, INDICES],
    "TopK": [USUAL, "int64[1]"],
    "Unsqueeze": [USUAL, INDICES],
    "Upsample": ["float[1,1,2,2]", "float[4]"],
    "Where": ["bool[2,3]", USUAL, USUAL],
    "Xor": ["bool[2,3]"] * 2,
}
ATTRIBUTES = {
    "AveragePool": "kernel_shape = [2]", "BitShift": 'direction = "LEFT"', "Cast": "to = 7", "Concat": "axis = 1",
    "DepthToSpace": "blocksize = 2", "Einsum": 'equation = "ij->ji"', "GRU": "hidden_size = 3",
    "GroupNormalization": "num_groups = 2", "LRN": "size = 3", "LSTM": "hidden_size = 3, clip = 2.0", "LpPool": "kernel_shape = [2]",
    "MaxPool": "kernel_shape = [2], strides = [1]", "MaxUnpool": "kernel_shape = [2]", "RNN": "hidden_size = 3",
    "Resize": 'mode = "linear"', "SpaceToDepth": "blocksize = 2", "Constant": "value = float[2] {1, 2}",
    "Split": "num_outputs = 1, axis = 1", "GridSample": 'mode = "linear", padding_mode = "reflection"', "EyeLike": "k = 1",
}  # fmt: skip


def pack(model, values):
    return len(model).to_bytes(2, "little") + model + values


def operator_model(name, first, inputs, outputs, type_=None):
    """A model of one node, whose outputs become FLOAT. Its inputs may have another type than usual."""
    operands = OPERANDS.get(name, [USUAL] * inputs)
    if type_:
        operands = [operand and re.sub(r"^\w+", type_, operand) for operand in operands]
    names = [f"x{k}" if operand else '""' for k, operand in enumerate(operands)]
    declared = ", ".join(f"{operand} {x}" for operand, x in zip(operands, names) if operand)
    results, casts = [f"r{k}" for k in range(outputs)], "".join(f"y{k} = Cast <to = 1> (r{k}) " for k in range(outputs))
    attributes = f" <{ATTRIBUTES[name]}>" if name in ATTRIBUTES else ""
    node = f"{', '.join(results)} = {name}{attributes} ({', '.join(names)})"
    return HEAD % max(OPSET, first) + f"g ({declared}) => ({', '.join(f'float[] y{k}' for k in range(outputs))}) {{ {node} {casts}}}\n"


def operator_seeds(table):
    """(name, bytes) of models of each row of the table of operators, with small numbers as inputs."""
    values = b"".join(struct.pack("<f", k % 5 - 1) for k in range(48))
    for row in re.findall(r"\{\.name = ([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}", table):
        name = re.match(r'"(\w+)"', row).group(1)
        first = re.search(r"\.first = (\d+)", row)
        inputs, outputs = (re.search(rf"\.{kind} = \{{(\d+)", row) for kind in ("inputs", "outputs"))
        counts = [int(found.group(1)) if found else 1 for found in (inputs, outputs)]
        for type_ in (None, *UNUSUAL_TYPES):
            model = operator_model(name, int(first.group(1)) if first else 0, *counts, type_)
            yield f"{name}_of_{type_}" if type_ else name, pack(model.encode(), values)


def read_inputs(model):
    """The names of the inputs of the graph, with the dimensions that have a size; None for an unknown rank."""
    listed = re.search(r">\s*\S+\s*\((.*?)\)\s*=>", model, re.S).group(1)
    found = []
    for dims, name in re.findall(r"\w+(\[[^\]]*\])? (\w+)", listed):
        found.append((name, None if dims == "[]" else [dim.strip() for dim in dims.strip("[]").split(",") if dim]))
    return found


def pack_inputs(model, inputs):
    """The bytes from which run_twice makes inputs."""
    packed = b""
    for name, dims in read_inputs(model):
        tensor = inputs.get(name) if isinstance(inputs, dict) else None
        if not isinstance(tensor, dict) or "values" not in tensor:
            return packed
        if dims is None:
            packed += bytes([len(tensor["shape"])])
        packed += bytes(size % 9 for axis, size in enumerate(tensor["shape"]) if dims is None or not dims[axis].isdigit())
        packed += pack_tensor(tensor)
    return packed


def case_models(files):
    """(name, text of the model, inputs) of some runs of each case."""
    for path in sorted(files):
        if path.name != "case.json":
            continue
        case = json.loads(path.read_text())
        if case["format"] != "onnx":
            continue
        template = (path.parent / "model.onnxtxt").read_text()
        runs = case["runs"]
        for run in runs[:: max(1, (len(runs) + RUNS_OF_A_CASE - 1) // RUNS_OF_A_CASE)]:
            inputs = run.get("inputs", run.get("sequence", [{}])[0].get("inputs", {}))
            if isinstance(inputs, dict) and isinstance(case.get("inputs", {}), dict):
                inputs = {**case.get("inputs", {}), **inputs}
            yield f"{path.parent.name}_{runs.index(run)}", expand(template, case.get("columns"), run.get("at")), inputs


def onnx_seeds(files):
    for path in files:
        if path.name == "op_table.cc":
            yield from operator_seeds(path.read_text())
    for name, model, inputs in case_models(files):
        seed = pack(model.encode(), pack_inputs(model, inputs))
        if len(seed) <= LARGEST:
            yield name, seed


def onnx_words(seeds):
    """The words that a mutation inserts: operators, attributes, names, types."""
    words = set()
    for _, seed in seeds:
        words.update(re.findall(r"[A-Za-z_]\w{0,23}|[=<>{}()\[\]]", seed[2:].decode(errors="replace").partition("\0")[0]))
    return {word for word in words if word.isascii()}


def field(number, value):
    """A field of a message of protobuf: an integer, or bytes."""
    key = number << 3 | (0 if isinstance(value, int) else 2)
    return bytes([key, value]) if isinstance(value, int) else bytes([key, len(value)]) + value


def tensor_file_seeds(_):
    """A TensorProto of each type, with its elements in raw_data, and some in other fields."""
    for data_type in range(27):
        yield f"raw_{data_type}", field(1, 2) + field(2, data_type) + field(8, b"x") + field(9, bytes(range(32)))
    yield "floats", field(1, 2) + field(2, 1) + field(4, struct.pack("<2f", 1, 2))
    yield "int32s", field(1, 3) + field(2, 6) + field(5, b"\1\2\3")
    yield "int64s", field(1, 1) + field(1, 2) + field(2, 7) + field(7, b"\1\2")
    yield "halves", field(1, 2) + field(2, 10) + field(5, b"\x80\x78\1")
    yield "empty", field(1, 0) + field(2, 11)
    yield "external", field(1, 2) + field(2, 1) + field(13, field(1, b"location") + field(2, b"data")) + field(14, 1)


def tensor_file_words(_):
    return {"location", "offset", "length", "data"}
