"""ONNX's operators on scalars, on five axes, on nothing, and with elements that narrower types lack."""

import math

import numpy as np

from onnx_arithmetic import SHAPES
from onnx_nodes import Nodes, array, of, shuffled

ORACLE = "generator: gen/onnx_kinds_of_operands.py"
# Neighbours of each type that the next narrower one does not tell apart.
WIDE = {"f32": (2049.0, 1 / 4), "f64": (2.0**24 + 1, 2.0**-20), "i32": (2**24 + 1, 2), "i64": (2**53 + 1, 2)}


def wide(type_, shape):
    first, step = WIDE[type_]
    return shuffled(type_, shape, first, step)


def moved(function, text, shapes, extra=None, opset=18):
    return function, text, shapes, extra or {}, opset


def scattered(x, u):
    x = x.copy()
    x[[2, 0]] = u
    return x


def padded(x):
    return np.pad(x, [(1, 0), (0, 2)])


# operator: its result of arrays, its text, the shapes of its wide operands, other operands, its version.
MOVES = {
    "transpose": moved(lambda x: x.T, "Transpose (x)", [[2, 3]]),
    "reshape": moved(lambda x: x.reshape(3, 2), "Reshape (x, s)", [[2, 3]], {"s": of("i64", [3, 2])}),
    "flatten": moved(lambda x: x.reshape(2, 6), "Flatten (x)", [[2, 3, 2]]),
    "squeeze": moved(lambda x: x[:, 0], "Squeeze (x, s)", [[2, 1, 3]], {"s": of("i64", [1])}),
    "unsqueeze": moved(lambda x: x[:, None], "Unsqueeze (x, s)", [[2, 3]], {"s": of("i64", [1])}),
    "expand": moved(lambda x: np.broadcast_to(x, (2, 3)), "Expand (x, s)", [[2, 1]], {"s": of("i64", [2, 3])}),
    "tile": moved(lambda x: np.tile(x, (2, 1)), "Tile (x, s)", [[2, 3]], {"s": of("i64", [2, 1])}),
    "pad": moved(padded, "Pad (x, s)", [[2, 3]], {"s": of("i64", [1, 0, 0, 2])}),
    "slice": moved(lambda x: x[1::2], "Slice (x, s, e, a, t)", [[4, 2]], {"s": of("i64", [1]), "e": of("i64", [9]), "a": of("i64", [0]), "t": of("i64", [2])}),
    "concat": moved(lambda x, y: np.concatenate([x, y], 1), "Concat <axis = 1> (x, y)", [[2, 3], [2, 1]]),
    "split": moved(lambda x: (x[:1], x[1:]), "Split <num_outputs = 2> (x)", [[2, 3]]),
    "gather": moved(lambda x: x[[2, 0, -1]], "Gather (x, s)", [[4, 2]], {"s": of("i64", [2, 0, -1])}),
    "gather_elements": moved(lambda x: np.array([[x[1, 0], x[0, 1]]]), "GatherElements (x, s)", [[2, 2]], {"s": of("i64", [[1, 0]])}),
    "gather_nd": moved(lambda x: np.array([x[1, 2], x[0, 1]]), "GatherND (x, s)", [[2, 3]], {"s": of("i64", [[1, 2], [0, 1]])}),
    "scatter_nd": moved(scattered, "ScatterND (x, s, y)", [[4, 2], [2, 2]], {"s": of("i64", [[2], [0]])}),
    "scatter_elements": moved(lambda x, u: np.array([[u[0, 1], u[0, 0], x[0, 2]]]), "ScatterElements <axis = 1> (x, s, y)", [[1, 3], [1, 2]], {"s": of("i64", [[1, 0]])}),
    "where": moved(lambda x, y: np.where([True, False, True], x, y), "Where (s, x, y)", [[2, 3], [3]], {"s": of("boolean", [True, False, True])}),
    "trilu": moved(np.triu, "Trilu (x)", [[3, 3]]),
    "reverse_sequence": moved(lambda x: np.stack([x[::-1, 0], np.array([x[1, 1], x[0, 1], x[2, 1]])], 1), "ReverseSequence (x, s)", [[3, 2]], {"s": of("i64", [3, 2])}),
    "depth_to_space": moved(lambda x: x.reshape(1, 1, 2, 2), "DepthToSpace <blocksize = 2> (x)", [[1, 4, 1, 1]]),
    "space_to_depth": moved(lambda x: x.reshape(1, 4, 1, 1), "SpaceToDepth <blocksize = 2> (x)", [[1, 1, 2, 2]]),
    "compress": moved(lambda x: x[[1]], "Compress <axis = 0> (x, s)", [[3, 2]], {"s": of("boolean", [False, True])}),
    "unique": moved(lambda x: np.sort(x.reshape(-1)), "Unique (x)", [[2, 3]]),
    "one_hot": moved(lambda x: x[[[0, 1, 0]]], "OneHot (s, d, x)", [[2]], {"s": of("i64", [1]), "d": of("i64", [3])}),
    "center_crop_pad": moved(lambda x: x[1:3], "CenterCropPad (x, s)", [[4, 2]], {"s": of("i64", [2, 2])}),
    "identity": moved(lambda x: x, "Identity (x)", [[2, 3]]),
    "max": moved(np.maximum, "Max (x, y)", [[2, 3], [3]]),
    "relu": moved(lambda x: np.maximum(x, 0), "Relu (x)", [[2, 3]]),
    "abs": moved(np.abs, "Abs (x)", [[2, 3]]),
    "neg": moved(lambda x: -x, "Neg (x)", [[2, 3]]),
    "cum_sum_of_one": moved(lambda x: x, "CumSum (x, s)", [[1, 3]], {"s": of("i64", 0)}),
    "reduce_max": moved(lambda x: x.max(1, keepdims=True), "ReduceMax (x, s)", [[2, 3]], {"s": of("i64", [1])}),
    "top_k": moved(lambda x: (-np.sort(-x)[:, :2], np.argsort(-x)[:, :2]), "TopK (x, s)", [[2, 3]], {"s": of("i64", [2])}),
}


def add_wide(corpus):
    made = Nodes()
    for name, (function, text, shapes, extra, opset) in MOVES.items():
        inputs, outputs, nodes = dict(extra), {}, []
        for type_ in WIDE:
            operands = [wide(type_, shape) for shape in shapes]
            inputs.update({"%s_%s" % (letter, type_): operand for letter, operand in zip("xy", operands)})
            results = function(*map(array, operands))
            results = results if isinstance(results, tuple) else (results,)
            names = ["%s_%s" % (letter, type_) for letter in "pq"[:len(results)]]
            outputs.update({key: of("i64" if name == "top_k" and key[0] == "q" else type_, result) for key, result in zip(names, results)})
            head, operand_text = text.rsplit("(", 1)
            for letter in "xy"[:len(shapes)]:
                operand_text = operand_text.replace(letter, "%s_%s" % (letter, type_))
            nodes.append("%s = %s(%s" % (", ".join(names), head, operand_text))
        made.run(name, " ".join(nodes), inputs, outputs, opset)
    made.add_to(corpus, "elements_of_wide_types", oracle=ORACLE, kind="boundary", title="Operators move elements of f32, f64, i32 and i64 that the next narrower types do not have.", rules=["ONNX-GRAPH-2"])


UNARY = {"Abs": abs, "Neg": lambda v: -v, "Relu": lambda v: max(v, 0), "Sign": lambda v: (v > 0) - (v < 0), "Floor": math.floor, "Ceil": math.ceil, "Round": round, "Identity": lambda v: v,
         "LeakyRelu": lambda v: v if v >= 0 else v / 2, "ThresholdedRelu": lambda v: v if v > 1 else 0, "Shrink": lambda v: v + 1 if v < -1 else v - 1 if v > 1 else 0, "Clip": lambda v: v,
         "HardSigmoid": lambda v: min(max(v / 4 + 0.5, 0), 1), "Reciprocal": lambda v: 1 / v, "Sqrt": lambda v: math.sqrt(v), "IsNaN": lambda v: False, "IsInf": lambda v: False, "Not": lambda v: not v, "BitwiseNot": lambda v: ~v,
         "Elu": lambda v: v, "Celu": lambda v: v, "Selu": None, "Exp": None, "Log": None, "Sin": None, "Cos": None, "Tan": None, "Asin": None, "Acos": None, "Atan": None, "Sinh": None, "Cosh": None, "Tanh": None, "Asinh": None, "Acosh": None, "Atanh": None, "Erf": None,
         "Sigmoid": None, "Softplus": None, "Softsign": None, "Gelu": None, "HardSwish": None, "Mish": None, "Swish": None, "Softmax": None, "LogSoftmax": None, "Hardmax": None}
ATTRIBUTES = {"LeakyRelu": "<alpha = 0.5> ", "Shrink": "<lambd = 1.0, bias = 1.0> ", "HardSigmoid": "<alpha = 0.25, beta = 0.5> "}
# Arguments whose results are exact, or 0 in f32; 0 for the others.
AT = {"Softplus": (-200, 0), "Log": (1, 0), "Acosh": (1, 0), "Exp": (0, 1), "Cos": (0, 1), "Cosh": (0, 1), "Sigmoid": (0, 0.5), "Acos": (1, 0)}
BOOLEAN = ("Not",)


def add_ranks(corpus):
    """Scalars, five axes, no elements."""
    made, nothing = Nodes(), {}
    for name, function in UNARY.items():
        node = "%s %s" % (name, ATTRIBUTES.get(name, ""))
        in_type = "boolean" if name in BOOLEAN else "i32" if name == "BitwiseNot" else "f32"
        out_type = "boolean" if name in BOOLEAN + ("IsNaN", "IsInf") else in_type
        opset = {"Gelu": 20, "Swish": 24}.get(name, 18)
        values = [v * v if name == "Sqrt" else v for v in (4, 2, 8, 16)] if name in ("Reciprocal", "Sqrt", "Elu", "Celu") else [-4, 2, 8, -16]
        if function is None:
            at, result = AT.get(name, (0, 0))
            values, function = [at] * 4, lambda v: result
        if in_type == "boolean":
            values = [True, False, False, True]
        inputs, outputs, nodes = {}, {}, []
        if name not in ("Softmax", "LogSoftmax", "Hardmax"):
            for key, shape in (("scalar", []), ("solid", [1, 2, 1, 2, 1])):
                flat = values[:1] if not shape else values
                inputs["x_" + key] = of(in_type, np.array(flat).reshape(shape))
                outputs["y_" + key] = of(out_type, np.array([function(v) for v in flat]).reshape(shape))
                nodes.append("y_%s = %s(x_%s)" % (key, node, key))
            made.run("%s_ranks_0_and_5" % name.lower(), " ".join(nodes), inputs, outputs, opset)
        nothing[opset] = nothing.get(opset, []) + [(name.lower(), node, in_type, out_type)]
    for opset, functions in nothing.items():
        for first in range(0, len(functions), 4):
            some, x = functions[first:first + 4], np.zeros((2, 0, 3))
            made.run("nothing_" + "_".join(name for name, *_ in some), " ".join("y_%s = %s(x_%s)" % (name, node, name) for name, node, _, _ in some),
                     {"x_" + name: of(type_, x) for name, _, type_, _ in some}, {"y_" + name: of(type_, x) for name, _, _, type_ in some}, opset)
    made.add_to(corpus, "scalars_solids_and_nothing", oracle=ORACLE, kind="boundary", title="Functions of one number, of a scalar, of a tensor of five axes, and of one without elements.", rules=["ONNX-GRAPH-2"],
                notes="Functions whose other results are not exact have the arguments 0 or 1.")


def empty(*shape):
    return np.zeros(shape)


def add_nothing(corpus):
    """Operands without elements."""
    made = Nodes()

    def run(name, node, inputs, outputs, opset=18):
        as_tensors = lambda values: {key: of(value[0], value[1]) if isinstance(value, tuple) else of("f32", value) for key, value in values.items()}
        made.run(name, "%s = %s" % (", ".join(outputs), node), as_tensors(inputs), as_tensors(outputs), opset)

    for name in ("Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Sum", "Mean"):
        run(name.lower(), name + " (a, b)", {"a": empty(2, 0), "b": np.ones((2, 1))}, {"y": empty(2, 0)})
    for name in ("Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual"):
        run(name.lower(), name + " (a, b)", {"a": np.ones((1, 3)), "b": empty(0, 3)}, {"y": ("boolean", empty(0, 3))})
    for name in ("And", "Or", "Xor"):
        run(name.lower(), name + " (a, b)", {"a": ("boolean", empty(2, 0)), "b": ("boolean", [True])}, {"y": ("boolean", empty(2, 0))})
    run("where", "Where (c, a, b)", {"c": ("boolean", [[True], [False]]), "a": empty(2, 0), "b": np.ones(1)}, {"y": empty(2, 0)})
    run("clip", "Clip (a, b)", {"a": empty(0, 2), "b": np.array(1)}, {"y": empty(0, 2)})
    run("cast", "Cast <to = 7> (a)", {"a": empty(0, 2)}, {"y": ("i64", empty(0, 2))})
    run("transpose", "Transpose (a)", {"a": empty(2, 0, 3)}, {"y": empty(3, 0, 2)})
    run("gather_no_indices", "Gather (a, i)", {"a": np.ones((2, 3)), "i": ("i64", empty(0))}, {"y": empty(0, 3)})
    run("gather_of_nothing", "Gather <axis = 1> (a, i)", {"a": empty(0, 3), "i": ("i64", [2, 0])}, {"y": empty(0, 2)})
    run("gather_nd_no_indices", "GatherND (a, i)", {"a": np.ones((2, 3)), "i": ("i64", empty(0, 1))}, {"y": empty(0, 3)})
    run("gather_elements_no_indices", "GatherElements (a, i)", {"a": np.ones((2, 3)), "i": ("i64", empty(0, 3))}, {"y": empty(0, 3)})
    run("scatter_nd_no_updates", "ScatterND (a, i, u)", {"a": [[1, 2]], "i": ("i64", empty(0, 1)), "u": empty(0, 2)}, {"y": [[1, 2]]})
    run("scatter_elements_no_updates", "ScatterElements (a, i, u)", {"a": [[1, 2]], "i": ("i64", empty(0, 2)), "u": empty(0, 2)}, {"y": [[1, 2]]})
    run("slice_to_nothing", "Slice (a, s, e)", {"a": [1, 2, 3], "s": ("i64", [2]), "e": ("i64", [2])}, {"y": empty(0)})
    run("slice_of_nothing", "Slice (a, s, e)", {"a": empty(0, 2), "s": ("i64", [0, 0]), "e": ("i64", [3, 2])}, {"y": empty(0, 2)})
    run("pad_nothing", "Pad (a, p)", {"a": empty(0), "p": ("i64", [1, 2])}, {"y": [0, 0, 0]})
    run("expand_nothing", "Expand (a, s)", {"a": empty(1, 0), "s": ("i64", [3, 1])}, {"y": empty(3, 0)})
    run("expand_to_nothing", "Expand (a, s)", {"a": [[1], [2]], "s": ("i64", [2, 0])}, {"y": empty(2, 0)})
    run("tile_to_nothing", "Tile (a, r)", {"a": [[1, 2]], "r": ("i64", [0, 2])}, {"y": empty(0, 4)})
    run("split_nothing", "Split <axis = 1, num_outputs = 2> (a)", {"a": empty(0, 4)}, {"y": empty(0, 2), "z": empty(0, 2)})
    run("cum_sum", "CumSum (a, i)", {"a": empty(2, 0), "i": ("i64", 1)}, {"y": empty(2, 0)})
    run("trilu", "Trilu (a)", {"a": empty(0, 3)}, {"y": empty(0, 3)})
    run("one_hot", "OneHot (i, d, v)", {"i": ("i64", empty(0)), "d": ("i64", 3), "v": [0, 1]}, {"y": empty(0, 3)})
    run("arg_max_of_empty_rows_apart", "ArgMax <axis = 1> (a)", {"a": empty(0, 3)}, {"y": ("i64", empty(0, 1))})
    run("top_k", "TopK (a, k)", {"a": empty(0, 3), "k": ("i64", [2])}, {"y": empty(0, 2), "i": ("i64", empty(0, 2))})
    run("compress", "Compress <axis = 0> (a, c)", {"a": empty(2, 0), "c": ("boolean", [False, True])}, {"y": empty(1, 0)})
    run("reverse_sequence", "ReverseSequence (a, l)", {"a": empty(2, 0, 3), "l": ("i64", empty(0))}, {"y": empty(2, 0, 3)})
    run("range", "Range (a, b, s)", {"a": ("i64", 3), "b": ("i64", 3), "s": ("i64", 1)}, {"y": ("i64", empty(0))}, 11)
    run("reduce_to_nothing", "ReduceSum (a, i)", {"a": empty(2, 0), "i": ("i64", [0])}, {"y": empty(1, 0)})
    run("reduce_l1_of_nothing", "ReduceL1 (a, i)", {"a": empty(2, 0), "i": ("i64", [1])}, {"y": [[0], [0]]})
    run("gemm_no_rows", "Gemm (a, b, c)", {"a": empty(0, 2), "b": np.ones((2, 3)), "c": [1, 2, 3]}, {"y": empty(0, 3)})
    run("gemm_nothing_inside", "Gemm (a, b, c)", {"a": empty(2, 0), "b": empty(0, 3), "c": [1, 2, 3]}, {"y": [[1, 2, 3], [1, 2, 3]]})
    run("einsum_nothing_inside", 'Einsum <equation = "ij,jk->ik"> (a, b)', {"a": empty(2, 0), "b": empty(0, 1)}, {"y": [[0], [0]]})
    run("conv_empty_batch", "Conv (a, w)", {"a": empty(0, 1, 4), "w": np.ones((2, 1, 3))}, {"y": empty(0, 2, 2)})
    run("max_pool_empty_batch", "MaxPool <kernel_shape = [2]> (a)", {"a": empty(0, 1, 4)}, {"y": empty(0, 1, 3)})
    run("average_pool_empty_batch", "AveragePool <kernel_shape = [2]> (a)", {"a": empty(0, 1, 4)}, {"y": empty(0, 1, 3)})
    for name in ("BitwiseAnd", "BitwiseOr", "BitwiseXor", "Mod"):
        run(name.lower(), name + " (a, b)", {"a": ("u32", empty(2, 0)), "b": ("u32", [[3], [5]])}, {"y": ("u32", empty(2, 0))})
    run("bit_shift", 'BitShift <direction = "LEFT"> (a, b)', {"a": ("u32", empty(2, 0)), "b": ("u32", [[3], [5]])}, {"y": ("u32", empty(2, 0))})
    run("prelu", "PRelu (a, b)", {"a": empty(0, 2), "b": [3, 5]}, {"y": empty(0, 2)})
    run("depth_to_space", "DepthToSpace <blocksize = 2> (a)", {"a": empty(0, 4, 1, 3)}, {"y": empty(0, 1, 2, 6)})
    run("space_to_depth", "SpaceToDepth <blocksize = 2> (a)", {"a": empty(0, 1, 2, 6)}, {"y": empty(0, 4, 1, 3)})
    run("squeeze", "Squeeze (a, i)", {"a": empty(1, 0, 2), "i": ("i64", [0])}, {"y": empty(0, 2)})
    run("unsqueeze", "Unsqueeze (a, i)", {"a": empty(0, 2), "i": ("i64", [-1])}, {"y": empty(0, 2, 1)})
    run("tile_nothing", "Tile (a, r)", {"a": empty(2, 0), "r": ("i64", [2, 3])}, {"y": empty(4, 0)})
    run("quantize", "QuantizeLinear (a, s, z)", {"a": empty(0, 2), "s": np.array(2), "z": ("u8", 3)}, {"y": ("u8", empty(0, 2))}, 21)
    run("dequantize", "DequantizeLinear (a, s, z)", {"a": ("u8", empty(0, 2)), "s": np.array(2), "z": ("u8", 3)}, {"y": empty(0, 2)}, 21)
    run("quantize_blocks", "QuantizeLinear <axis = 0, block_size = 2> (a, s, z)", {"a": empty(4, 0), "s": empty(2, 0), "z": ("u8", empty(2, 0))}, {"y": ("u8", empty(4, 0))}, 21)
    for name, gates in (("RNN", 1), ("GRU", 3), ("LSTM", 4)):
        weights = {"w": np.ones((1, gates, 1)), "r": np.ones((1, gates, 1))}
        run(name.lower() + "_no_steps", name + " <hidden_size = 1> (a, w, r)", {"a": empty(0, 2, 1), **weights}, {"y": empty(0, 1, 2, 1)}, 14)
        run(name.lower() + "_no_sequences", name + " <hidden_size = 1> (a, w, r)", {"a": empty(2, 0, 1), **weights}, {"y": empty(2, 1, 0, 1)}, 14)
    run("global_max_pool_empty_batch", "GlobalMaxPool (a)", {"a": empty(0, 2, 3)}, {"y": empty(0, 2, 1)})
    run("layer_normalization_empty_batch", "LayerNormalization (a, s)", {"a": empty(0, 2), "s": [3, 5]}, {"y": empty(0, 2)})
    run("eye_like", "EyeLike (a)", {"a": empty(0, 2)}, {"y": empty(0, 2)})
    made.add_to(corpus, "operands_without_elements", oracle=ORACLE, kind="boundary", title="Operators of several operands of which some have no elements.", rules=["ONNX-GRAPH-2"],
                notes="A sum of nothing is 0, and the shape of the result follows the rules for any other sizes.")


def add_stretched(corpus):
    """Add, Sub, Mul, Equal, Less and Greater, which other cases only use."""
    made = Nodes()
    for name, function, type_ in (("Add", np.add, "f32"), ("Sub", np.subtract, "f32"), ("Mul", np.multiply, "f32"), ("Equal", np.equal, "boolean"), ("Less", np.less, "boolean"), ("Greater", np.greater, "boolean")):
        for kind, (left, right) in {**{kind: SHAPES[kind] for kind in ("scalar_left", "scalar_right", "more_axes_left", "ones_in_both")}, "inner_axis_of_one": ([2, 3, 2], [2, 1, 2]), "five_axes": ([2, 1, 2, 1, 2], [1, 3, 1, 2, 1]), "scalars": ([], [])}.items():
            a, b = shuffled("f32", left, -5, 2), shuffled("f32", right, 1, 1)
            made.run("%s_%s" % (name.lower(), kind), "y = %s (a, b)" % name, {"a": a, "b": b}, {"y": of(type_, function(array(a).astype(int), array(b).astype(int)))}, 14)
    # Two scalars give a scalar.
    for name, node, type_, values, y, opset in (
            ("div", "Div", "f32", (6, 4), 1.5, 14), ("mod", "Mod", "i32", (-7, 3), 2, 13), ("pow", "Pow", "i64", (-3, 3), -27, 15), ("max", "Max", "f32", (6, 4), 6, 13), ("min", "Min", "f32", (6, 4), 4, 13), ("sum", "Sum", "f32", (6, 4), 10, 13),
            ("mean", "Mean", "f32", (6, 4), 5, 13), ("prelu", "PRelu", "f32", (-6, 4), -24, 16), ("and", "And", "boolean", (True, False), False, 7), ("or", "Or", "boolean", (True, False), True, 7), ("xor", "Xor", "boolean", (True, True), False, 7),
            ("bitwise_and", "BitwiseAnd", "u8", (12, 10), 8, 18), ("bitwise_or", "BitwiseOr", "u8", (12, 10), 14, 18), ("bitwise_xor", "BitwiseXor", "u8", (12, 10), 6, 18), ("bit_shift", 'BitShift <direction = "LEFT">', "u8", (12, 2), 48, 11)):
        made.run(name + "_scalars", "y = %s (a, b)" % node, {"a": of(type_, values[0]), "b": of(type_, values[1])}, {"y": of(type_, y)}, opset)
    for name, y in (("GreaterOrEqual", True), ("LessOrEqual", False)):
        made.run(name.lower() + "_scalars", "y = %s (a, b)" % name, {"a": of("f32", 6), "b": of("f32", 4)}, {"y": of("boolean", y)}, 16)
    made.run("where_scalars", "y = Where (c, a, b)", {"c": of("boolean", False), "a": of("f32", 6), "b": of("f32", 4)}, {"y": of("f32", 4)}, 16)
    made.run("quantize_scalar", "y = QuantizeLinear (x, s, z)", {"x": of("f32", 10), "s": of("f32", 4), "z": of("u8", 100)}, {"y": of("u8", 102)}, 21)
    made.run("dequantize_scalar", "y = DequantizeLinear (x, s, z)", {"x": of("u8", 90), "s": of("f32", 4), "z": of("u8", 100)}, {"y": of("f32", -40)}, 21)
    made.add_to(corpus, "stretched_operands", oracle=ORACLE, kind="boundary", title="Add, Sub, Mul and comparisons of operands that stretch, and operators of scalars.", rules=["ONNX-GRAPH-2"])


def add_cases(corpus):
    for add in (add_wide, add_ranks, add_nothing, add_stretched):
        add(corpus)
