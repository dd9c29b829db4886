"""The operations of the IR in ONNX, one row each. Forms that ONNX does not have are skipped."""

import re

from answers import Skipped
from onnx_builder import ONNX_TYPES
from onnx_operands import REAL, as_i64, at_least_1d, cast, constant, length_of, single
from onnx_resampling import grid_sample, interpolate


def choice(layer, name, allowed, default=None):
    """An attribute. Values without an ONNX form are skipped, and so are invalid ones: ONNX cannot reject what
    the translation drops."""
    value = layer.data.get(name, default)
    if value not in allowed:
        raise Skipped(f"{layer.type} with {name} {value}")
    return value


def flag(layer, name, default="false"):
    return choice(layer, name, ("true", "1", "false", "0"), default) in ("true", "1")


def same(operation, **attributes):
    """The same operation, on values of one type with NumPy's broadcast."""
    def translate(b, layer, inputs):
        choice(layer, "auto_broadcast", ("numpy",), "numpy")
        return [b.add(operation, inputs, inputs[0].element_type, joint_rank(inputs), **attributes)]
    return translate


def comparison(operation, negated=False):
    def translate(b, layer, inputs):
        choice(layer, "auto_broadcast", ("numpy",), "numpy")
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
    choice(layer, "auto_broadcast", ("numpy",), "numpy")
    return [b.add("Where", inputs, inputs[1].element_type, joint_rank(inputs))]


def convert(b, layer, inputs):
    return [b.add("Cast", inputs, layer.data["destination_type"], inputs[0].rank, to=ONNX_TYPES[layer.data["destination_type"]])]


def einsum(b, layer, inputs):
    equation = layer.data.get("equation", "").replace(" ", "")
    terms = re.split(",|->", equation)
    if not equation:
        raise Skipped("Einsum without an equation")
    if any(term.count("...") > 1 for term in terms):
        raise Skipped("onnx's shape inference does not end for two ellipses in one term")
    covered = {value.rank and value.rank - len(term) + 3 for term, value in zip(terms, inputs) if "..." in term}
    if len(covered) > 1:
        raise Skipped("all ellipses of an equation cover the same number of axes in ONNX")
    return [b.add("Einsum", inputs, inputs[0].element_type, None, equation=layer.data["equation"])]


def concat(b, layer, inputs):
    return [b.add("Concat", inputs, inputs[0].element_type, inputs[0].rank, axis=int(layer.data["axis"]))]


def reshape(b, layer, inputs):
    keeps_zero = flag(layer, "special_zero")
    rank = length_of(inputs[1])
    return [b.add("Reshape", [inputs[0], as_i64(b, inputs[1])], inputs[0].element_type, rank, allowzero=0 if keeps_zero else 1)]


def squeeze(b, layer, inputs):
    if layer.version != "opset1":
        raise Skipped("ONNX refuses to squeeze a dimension other than 1")
    axes = at_least_1d(b, as_i64(b, inputs[1])) if len(inputs) > 1 else None
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
    return [b.add("Gather", inputs[:2], inputs[0].element_type, rank, axis=single(inputs[2], "axis"))]


def scatter_update(b, layer, inputs):
    if single(inputs[3], "axis") != 0:
        raise Skipped("ScatterUpdate along an axis other than 0")
    places = b.add("Unsqueeze", [as_i64(b, inputs[1]), b.integers(-1)], "i64")
    return [b.add("ScatterND", [inputs[0], places, inputs[2]], inputs[0].element_type, inputs[0].rank)]


def slice_8(b, layer, inputs):
    start, stop, stride = (as_i64(b, value) for value in inputs[1:4])
    axes = as_i64(b, inputs[4]) if len(inputs) > 4 else b.integers(*range(length_of(inputs[1])))
    forward = stride.constant is not None and (stride.constant > 0).all()
    if not forward and (start.constant is None or (start.constant < 0).any()):
        stop = stop_of_nothing(b, inputs[0], axes, start, stop, stride)
    return [b.add("Slice", [inputs[0], start, stop, axes, stride], inputs[0].element_type, inputs[0].rank)]


def stop_of_nothing(b, data, axes, start, stop, stride):
    """Another stop where the slice begins before the first element and goes backward. ONNX moves its start to
    that element, and Slice-8 selects nothing."""
    sizes = b.add("Gather", [b.add("Shape", [data], "i64", 1), axes], "i64", 1, axis=0)
    before = b.add("Less", [start, b.add("Neg", [sizes], "i64", 1)], "boolean", 1)
    backward = b.add("Less", [stride, b.integers(0)], "boolean", 1)
    return b.add("Where", [b.add("And", [before, backward], "boolean", 1), sizes, stop], "i64", 1)


def split(b, layer, inputs):
    count = int(layer.data["num_splits"])
    axis = single(inputs[1], "axis")
    return b.add_all("Split", inputs[:1], [(inputs[0].element_type, inputs[0].rank)] * count, axis=axis, num_outputs=count)


def shape_of(b, layer, inputs):
    shape = b.add("Shape", inputs, "i64", 1)
    return [cast(b, shape, layer.data.get("output_type", "i64"))]


def broadcast(b, layer, inputs):
    mode = choice(layer, "mode", ("numpy", "bidirectional"), "numpy")
    target, rank = as_i64(b, inputs[1]), length_of(inputs[1])
    if target.rank not in (None, 1):
        raise Skipped("ONNX may read a target shape of any rank")
    result = b.add("Expand", [inputs[0], target], inputs[0].element_type, rank)
    if mode == "bidirectional":
        return [result]
    if None in (inputs[0].rank, rank) or inputs[0].rank > rank:
        raise Skipped("Expand may give more dimensions than the target shape has")
    # Expand broadcasts in both directions. If the result is larger than the target shape, Reshape refuses it.
    return [b.add("Reshape", [result, target], inputs[0].element_type, rank, allowzero=1)]


def reduce(operation):
    def translate(b, layer, inputs):
        if inputs[0].element_type == "boolean":
            raise Skipped(f"ONNX has {operation} of booleans")
        kept = flag(layer, "keep_dims")
        axes = at_least_1d(b, as_i64(b, inputs[1]))
        return [b.add(operation, [inputs[0], axes], inputs[0].element_type, inputs[0].rank if kept else None, keepdims=int(kept),
                      noop_with_empty_axes=1)]
    return translate


def along(operation):
    """Softmax and LogSoftmax."""
    def translate(b, layer, inputs):
        return [b.add(operation, inputs, inputs[0].element_type, inputs[0].rank, axis=int(layer.data.get("axis", 1)))]
    return translate


def classify(operation):
    """IsNaN and IsInf."""
    def translate(b, layer, inputs):
        attributes = {name: int(flag(layer, name, "true")) for name in ("detect_negative", "detect_positive") if operation == "IsInf"}
        return [b.add(operation, inputs, "boolean", inputs[0].rank, **attributes)]
    return translate


def elu(b, layer, inputs):
    return same("Elu", alpha=float(layer.data["alpha"]))(b, layer, inputs)


def gelu(b, layer, inputs):
    mode = choice(layer, "approximation_mode", ("erf", "ERF", "tanh", "TANH"), "erf")
    if inputs[0].element_type == "f64" and mode.lower() == "tanh":
        raise Skipped("the constants of ONNX's function Gelu are f32")
    return same("Gelu", approximate={"erf": "none", "tanh": "tanh"}[mode.lower()])(b, layer, inputs)


def power(b, layer, inputs):
    if inputs[0].element_type != inputs[1].element_type:
        raise Skipped("ONNX has Pow of two types")
    return same("Pow")(b, layer, inputs)


def round_5(b, layer, inputs):
    choice(layer, "mode", ("half_to_even",), "half_to_even")
    return same("Round")(b, layer, inputs)


def cum_sum(b, layer, inputs):
    if inputs[0].rank in (None, 0) or len(inputs) > 1 and inputs[1].element_type not in ("i32", "i64"):
        raise Skipped("ONNX may read CumSum of a scalar or along an axis of another type")
    axis = b.scalar(single(inputs[1], "axis") if len(inputs) > 1 else 0)
    return [b.add("CumSum", [inputs[0], axis], inputs[0].element_type, inputs[0].rank,
                  exclusive=int(flag(layer, "exclusive")), reverse=int(flag(layer, "reverse")))]


def variadic_split(b, layer, inputs):
    lengths = constant(inputs[2], "the lengths")
    if (lengths < 0).any():
        raise Skipped("ONNX has no length -1")
    return b.add_all("Split", [inputs[0], as_i64(b, inputs[2])], [(inputs[0].element_type, inputs[0].rank)] * lengths.size,
                     axis=single(inputs[1], "axis"))


def top_k(b, layer, inputs):
    largest = choice(layer, "mode", ("max", "min")) == "max"
    ordered = choice(layer, "sort", ("value", "none")) == "value"
    index_type = choice(layer, "index_element_type", ("i32", "i64"), "i32")
    count = b.add("Reshape", [as_i64(b, inputs[1]), b.integers(1)], "i64", 1)
    kind, rank = inputs[0].element_type, inputs[0].rank
    values, places = b.add_all("TopK", [inputs[0], count], [(kind, rank), ("i64", rank)], axis=int(layer.data["axis"]),
                               largest=int(largest), sorted=int(ordered))
    return [values, cast(b, places, index_type)]


def mat_mul(b, layer, inputs):
    operands = list(inputs)
    for place, name in enumerate(("transpose_a", "transpose_b")):
        if flag(layer, name):
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


# The operations of the IR without versions: all versions in the corpus do the same. OpenVINO reads `Relu` and
# `Softmax`, but writes `ReLU` and `SoftMax`.
TABLE = {
    "Abs": same("Abs"), "Acos": same("Acos"), "Acosh": same("Acosh"), "Add": same("Add"), "Asin": same("Asin"), "Asinh": same("Asinh"),
    "Atan": same("Atan"), "Atanh": same("Atanh"), "BitwiseAnd": same("BitwiseAnd"), "BitwiseNot": same("BitwiseNot"),
    "BitwiseOr": same("BitwiseOr"), "BitwiseXor": same("BitwiseXor"), "Broadcast": broadcast, "Ceiling": same("Ceil"), "Concat": concat,
    "Convert": convert, "Cos": same("Cos"), "Cosh": same("Cosh"), "CumSum": cum_sum, "Divide": divide, "Einsum": einsum,
    "Elu": elu, "GridSample": grid_sample, "Interpolate": interpolate,
    "Equal": comparison("Equal"), "Erf": same("Erf"), "Exp": same("Exp"), "Floor": same("Floor"), "FloorMod": floor_mod,
    "Gather": gather, "Gelu": gelu, "Greater": comparison("Greater"), "GreaterEqual": comparison("GreaterOrEqual"),
    "Identity": same("Identity"), "IsInf": classify("IsInf"), "IsNaN": classify("IsNaN"), "Less": comparison("Less"),
    "LessEqual": comparison("LessOrEqual"), "Log": same("Log"), "LogicalAnd": same("And"), "LogicalNot": same("Not"),
    "LogicalOr": same("Or"), "LogicalXor": same("Xor"), "LogSoftmax": along("LogSoftmax"), "MatMul": mat_mul, "Maximum": same("Max"),
    "Minimum": same("Min"), "Mish": same("Mish"), "Mod": same("Mod", fmod=1), "Multiply": same("Mul"), "Negative": same("Neg"),
    "NotEqual": comparison("Equal", negated=True), "Power": power, "ReduceMax": reduce("ReduceMax"),
    "ReduceMean": reduce("ReduceMean"), "ReduceMin": reduce("ReduceMin"), "ReduceProd": reduce("ReduceProd"),
    "ReduceSum": reduce("ReduceSum"), "ReLU": same("Relu"), "Relu": same("Relu"), "Reshape": reshape, "Round": round_5,
    "ScatterUpdate": scatter_update, "Select": select, "ShapeOf": shape_of, "Sigmoid": same("Sigmoid"), "Sign": same("Sign"),
    "Sin": same("Sin"), "Sinh": same("Sinh"), "Slice": slice_8, "SoftMax": along("Softmax"), "Softmax": along("Softmax"),
    "SoftPlus": same("Softplus"), "SoftSign": same("Softsign"), "Split": split, "Sqrt": same("Sqrt"), "Squeeze": squeeze,
    "Subtract": same("Sub"), "Tan": same("Tan"), "Tanh": same("Tanh"), "TopK": top_k, "Transpose": transpose, "Unsqueeze": unsqueeze,
    "VariadicSplit": variadic_split,
}
