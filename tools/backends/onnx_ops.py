"""The operations of the IR in ONNX, one row each. Forms that ONNX does not have are skipped."""

import numpy as np

from answers import Skipped
from onnx_builder import ONNX_TYPES
from protocol import DTYPES

REAL = {"f16", "bf16", "f32", "f64"}


def same(operation, **attributes):
    """The same operation, on values of one type with NumPy's broadcast."""
    def translate(b, layer, inputs):
        if layer.data.get("auto_broadcast", "numpy") != "numpy":
            raise Skipped(f"auto_broadcast {layer.data['auto_broadcast']}")
        return [b.add(operation, inputs, inputs[0].element_type, joint_rank(inputs), **attributes)]
    return translate


def comparison(operation, negated=False):
    def translate(b, layer, inputs):
        result = b.add(operation, inputs, "boolean", joint_rank(inputs))
        return [b.add("Not", [result], "boolean", result.rank) if negated else result]
    return translate


def joint_rank(inputs):
    ranks = [value.rank for value in inputs]
    return None if None in ranks else max(ranks)


def divide(b, layer, inputs):
    if inputs[0].element_type not in REAL and not inputs[0].element_type.startswith("u"):
        raise Skipped("Divide of signed integers rounds down here but toward zero in ONNX")
    return same("Div")(b, layer, inputs)


def floor_mod(b, layer, inputs):
    if inputs[0].element_type in REAL:
        raise Skipped("FloorMod of reals has no ONNX form")
    return same("Mod", fmod=0)(b, layer, inputs)


def select(b, layer, inputs):
    return [b.add("Where", inputs, inputs[1].element_type, joint_rank(inputs))]


def convert(b, layer, inputs):
    return [b.add("Cast", inputs, layer.data["destination_type"], inputs[0].rank, to=ONNX_TYPES[layer.data["destination_type"]])]


def concat(b, layer, inputs):
    return [b.add("Concat", inputs, inputs[0].element_type, inputs[0].rank, axis=int(layer.data["axis"]))]


def reshape(b, layer, inputs):
    keeps_zero = layer.data.get("special_zero", "false") in ("true", "1")
    rank = length_of(inputs[1])
    return [b.add("Reshape", [inputs[0], as_i64(b, inputs[1])], inputs[0].element_type, rank, allowzero=0 if keeps_zero else 1)]


def squeeze(b, layer, inputs):
    axes = as_i64(b, inputs[1]) if len(inputs) > 1 else None
    count = length_of(inputs[1]) if axes else None
    rank = inputs[0].rank - count if None not in (inputs[0].rank, count) else None
    return [b.add("Squeeze", [inputs[0]] + ([axes] if axes else []), inputs[0].element_type, rank)]


def unsqueeze(b, layer, inputs):
    count = length_of(inputs[1])
    rank = inputs[0].rank + count if None not in (inputs[0].rank, count) else None
    return [b.add("Unsqueeze", [inputs[0], at_least_1d(b, as_i64(b, inputs[1]))], inputs[0].element_type, rank)]


def transpose(b, layer, inputs):
    order = constant(inputs[1], "order")
    attributes = {"perm": order.tolist()} if order.size else {}
    return [b.add("Transpose", [inputs[0]], inputs[0].element_type, inputs[0].rank, **attributes)]


def gather(b, layer, inputs):
    if int(layer.data.get("batch_dims", 0)):
        raise Skipped("batch_dims have no ONNX form")
    if inputs[1].element_type not in ("i32", "i64"):
        raise Skipped(f"ONNX has no indices of {inputs[1].element_type}")
    rank = inputs[0].rank + inputs[1].rank - 1 if None not in (inputs[0].rank, inputs[1].rank) else None
    return [b.add("Gather", inputs[:2], inputs[0].element_type, rank, axis=int(constant(inputs[2], "axis").reshape(-1)[0]))]


def scatter_update(b, layer, inputs):
    if int(constant(inputs[3], "axis").reshape(-1)[0]) != 0:
        raise Skipped("ScatterUpdate along an axis other than 0")
    places = b.add("Unsqueeze", [as_i64(b, inputs[1]), b.integers(-1)], "i64")
    return [b.add("ScatterND", [inputs[0], places, inputs[2]], inputs[0].element_type, inputs[0].rank)]


def slice_8(b, layer, inputs):
    start, stop, stride = (as_i64(b, value) for value in inputs[1:4])
    axes = [as_i64(b, inputs[4])] if len(inputs) > 4 else []
    if not axes:
        axes = [b.integers(*range(length_of(inputs[1])))]
    return [b.add("Slice", [inputs[0], start, stop, *axes, stride], inputs[0].element_type, inputs[0].rank)]


def split(b, layer, inputs):
    count = int(layer.data["num_splits"])
    axis = int(constant(inputs[1], "axis").reshape(-1)[0])
    return b.add_all("Split", inputs[:1], [(inputs[0].element_type, inputs[0].rank)] * count, axis=axis, num_outputs=count)


def shape_of(b, layer, inputs):
    shape = b.add("Shape", inputs, "i64", 1)
    return [cast(b, shape, layer.data.get("output_type", "i64"))]


def broadcast(b, layer, inputs):
    if layer.data.get("mode", "numpy") not in ("numpy", "bidirectional"):
        raise Skipped(f"Broadcast mode {layer.data['mode']}")
    return [b.add("Expand", [inputs[0], as_i64(b, inputs[1])], inputs[0].element_type, length_of(inputs[1]))]


def reduce(operation):
    def translate(b, layer, inputs):
        kept = layer.data.get("keep_dims", "false") in ("true", "1")
        axes = at_least_1d(b, as_i64(b, inputs[1]))
        return [b.add(operation, [inputs[0], axes], inputs[0].element_type, inputs[0].rank if kept else None, keepdims=int(kept))]
    return translate


def softmax(b, layer, inputs):
    return [b.add("Softmax", inputs, inputs[0].element_type, inputs[0].rank, axis=int(layer.data.get("axis", 1)))]


def top_k(b, layer, inputs):
    if layer.data["sort"] == "index":
        raise Skipped("TopK sorted by index has no ONNX form")
    count = b.add("Reshape", [as_i64(b, inputs[1]), b.integers(1)], "i64", 1)
    kind, rank = inputs[0].element_type, inputs[0].rank
    values, places = b.add_all("TopK", [inputs[0], count], [(kind, rank), ("i64", rank)], axis=int(layer.data["axis"]),
                               largest=int(layer.data["mode"] == "max"), sorted=int(layer.data["sort"] != "none"))
    return [values, cast(b, places, layer.data.get("index_element_type", "i32"))]


def mat_mul(b, layer, inputs):
    operands = list(inputs)
    for place, name in enumerate(("transpose_a", "transpose_b")):
        if layer.data.get(name, "false") in ("true", "1"):
            operands[place] = transposed(b, operands[place])
    rank = None if joint_rank(inputs) is None or 1 in (inputs[0].rank, inputs[1].rank) else joint_rank(inputs)
    return [b.add("MatMul", operands, inputs[0].element_type, rank)]


def transposed(b, value):
    """Swap the last two axes; a vector stays the same."""
    if value.rank is None:
        raise Skipped("a transposed operand of unknown rank")
    if value.rank < 2:
        return value
    order = [*range(value.rank - 2), value.rank - 1, value.rank - 2]
    return b.add("Transpose", [value], value.element_type, value.rank, perm=order)


def constant(value, what):
    if value.constant is None:
        raise Skipped(f"ONNX has {what} as an attribute, not as a value")
    return value.constant


def length_of(value):
    return None if value.constant is None else int(value.constant.size)


def as_i64(b, value):
    return cast(b, value, "i64")


def cast(b, value, element_type):
    if value.element_type == element_type:
        return value
    if value.constant is not None:
        return b.constant(value.constant.astype(DTYPES[element_type]))
    return b.add("Cast", [value], element_type, value.rank, to=ONNX_TYPES[element_type])


def at_least_1d(b, value):
    if value.constant is not None:
        return b.constant(np.atleast_1d(value.constant))
    return value


# The operations of the IR without versions: all versions in the corpus do the same. OpenVINO reads `Relu` and
# `Softmax`, but writes `ReLU` and `SoftMax`.
TABLE = {
    "Abs": same("Abs"), "Add": same("Add"), "Broadcast": broadcast, "Ceiling": same("Ceil"), "Concat": concat, "Convert": convert, "Cos": same("Cos"),
    "Divide": divide, "Equal": comparison("Equal"), "Erf": same("Erf"), "Exp": same("Exp"), "Floor": same("Floor"), "FloorMod": floor_mod,
    "Gather": gather, "Greater": comparison("Greater"), "GreaterEqual": comparison("GreaterOrEqual"), "Less": comparison("Less"),
    "LessEqual": comparison("LessOrEqual"), "Log": same("Log"), "LogicalAnd": same("And"), "LogicalNot": same("Not"), "LogicalOr": same("Or"),
    "LogicalXor": same("Xor"), "MatMul": mat_mul, "Maximum": same("Max"), "Minimum": same("Min"), "Mod": same("Mod", fmod=1),
    "Multiply": same("Mul"), "Negative": same("Neg"), "NotEqual": comparison("Equal", negated=True), "ReduceMax": reduce("ReduceMax"),
    "ReduceMin": reduce("ReduceMin"), "ReduceSum": reduce("ReduceSum"), "ReLU": same("Relu"), "Relu": same("Relu"), "Reshape": reshape,
    "ScatterUpdate": scatter_update, "Select": select, "ShapeOf": shape_of, "Sigmoid": same("Sigmoid"), "Sin": same("Sin"), "Slice": slice_8,
    "SoftMax": softmax, "Softmax": softmax, "Split": split,
    "Sqrt": same("Sqrt"), "Squeeze": squeeze, "Subtract": same("Sub"), "Tanh": same("Tanh"), "TopK": top_k, "Transpose": transpose,
    "Unsqueeze": unsqueeze,
}
