"""Operators of ONNX as calls of PyTorch, only where both have the same meaning.

A function writes what it needs, and returns the value of the result. Operands are values or None.
"""

import numpy as np

from answers import Skipped
from onnx_nodes import LARGEST, constant, dtype_named, filling
from torch_types import torch_name

NO_NUMBERS = "torch.jit.annotate(List[int], [])"


def call(form, dtype=None):
    """A call of the text `form`, in which {0} is the first operand. The result has the first one's type, or `dtype`."""
    def translate(out, node, *operands):
        return out.value(form.format(*(operand.code for operand in operands)), operands[0].dtype if dtype is None else np.dtype(dtype))
    return translate


def of_reals(form):
    """A call for reals. PyTorch takes integers too, and gives reals."""
    def translate(out, node, *operands):
        if operands[0].dtype.kind in "biu":
            raise Skipped(f"{node.op} has no integers")
        return call(form)(out, node, *operands)
    return translate


def fold(form):
    """Min, Max, Sum: any number of operands."""
    def translate(out, node, first, *others):
        for other in others:
            first = call(form)(out, node, first, other)
        return first
    return translate


def div(out, node, a, b):
    return call('torch.div({0}, {1}, rounding_mode="trunc")' if a.dtype.kind in "iu" else "torch.div({0}, {1})")(out, node, a, b)


def mod(out, node, a, b):
    return call("torch.fmod({0}, {1})" if node.get("fmod", 0) else "torch.remainder({0}, {1})")(out, node, a, b)


def power(out, node, a, b):
    if a.dtype != b.dtype or a.dtype.kind in "iu":
        raise Skipped("torch.pow has operands of one real type")
    return call("torch.pow({0}, {1})")(out, node, a, b)


def clip(out, node, x, low=None, high=None):
    x = x if low is None else call("torch.maximum({0}, scalar({1}))")(out, node, x, low)
    return x if high is None else call("torch.minimum({0}, scalar({1}))")(out, node, x, high)


def where(out, node, condition, a, b):
    return out.value(f"torch.where({condition.code}, {a.code}, {b.code})", a.dtype)


def cast(out, node, x, like=None):
    to = dtype_named(node.attributes["to"]) if like is None else like.dtype
    name = torch_name(to)
    if not node.get("saturate", 1):
        raise Skipped("the translation has no conversion to 8 bits that does not saturate")
    if to.name == "float8_e8m0fnu" and to != x.dtype:
        raise Skipped("PyTorch rounds to f8e8m0 in its own way")
    # ONNX gives the largest number of 8 bits for those beyond.
    if to.name in LARGEST and x.dtype != to:
        wide = f"{x.code}.to(torch.float64)" if x.dtype.kind in "biu" or x.dtype.name in LARGEST else x.code
        return out.value(f"torch.clamp({wide}, {-LARGEST[to.name]}.0, {LARGEST[to.name]}.0).to({name})", to)
    return out.value(f"{x.code}.to({name})", to)


def bit_cast(out, node, x):
    raise Skipped("TorchScript does not support Tensor.view(dtype), as its documentation says")


def listed(out, attribute, operand):
    """The text of a list of integers, which is an attribute or an input; None without both."""
    if operand is not None and operand.known is not None:
        attribute = operand.known.reshape(-1).tolist()
    elif operand is not None:
        return out.let(f"ints({operand.code})")
    return None if attribute is None else str(list(attribute)) if len(attribute) else NO_NUMBERS


def integer(operand):
    """The text of a number."""
    return f"int({operand.code})" if operand.known is None else str(int(operand.known.reshape(())))


def reduce(form):
    """A reduction, whose axes are an attribute or an input."""
    def translate(out, node, x, axes=None):
        axes = listed(out, node.get("axes"), axes) or NO_NUMBERS
        axes = out.let(f"reduced_axes({x.code}, {axes}, {bool(node.get('noop_with_empty_axes', 0))})")
        return out.value(form.format(x=x.code, axes=axes, keep=bool(node.get("keepdims", 1)), type=torch_name(x.dtype)), x.dtype)
    return translate


def best(function):
    def translate(out, node, x):
        if node.get("select_last_index", 0):
            raise Skipped(f"{function} takes the first of equal elements")
        return out.value(f"{function}({x.code}, {node.get('axis', 0)}, {bool(node.get('keepdims', 1))})", np.dtype(np.int64))
    return translate


def gemm(out, node, a, b, c=None):
    if a.dtype.kind in "iu":
        raise Skipped("the translation has Gemm of reals alone")
    first, second = (f"{x.code}.t()" if node.get(name, 0) else x.code for x, name in ((a, "transA"), (b, "transB")))
    product = out.value(f"torch.matmul({first}, {second}) * {node.get('alpha', 1.0)!r}", a.dtype)
    return product if c is None else out.value(f"added({product.code}, {c.code} * {node.get('beta', 1.0)!r})", a.dtype)


def softmax(out, node, x):
    return out.value(f"torch.softmax({x.code}, {node.get('axis', -1)})", x.dtype)


def constant_(out, node):
    return out.constant(constant(node))


def constant_of_shape(out, node, sizes):
    value = out.constant(filling(node).reshape(()))
    return out.value(f"{value.code}.expand({listed(out, None, sizes)})", value.dtype)


def shape(out, node, x):
    start, end = node.get("start", 0), node.get("end", "")
    return out.value(f"torch.tensor({x.code}.size()[{start}:{end}], dtype=torch.int64)", np.dtype(np.int64))


def reshape(out, node, x, sizes):
    return out.value(f"reshape({x.code}, {listed(out, None, sizes)}, {bool(node.get('allowzero', 0))})", x.dtype)


def of_list(form, attribute, otherwise=None):
    """A call with a list that is an attribute or an input."""
    def translate(out, node, x, numbers=None):
        numbers = listed(out, attribute and node.get(attribute), numbers)
        return out.value(otherwise.format(x.code) if numbers is None else form.format(x.code, numbers), x.dtype)
    return translate


def transpose(out, node, x):
    order = node.get("perm", f"[k for k in range({x.code}.dim() - 1, -1, -1)]")
    return out.value(f"{x.code}.permute({order})", x.dtype)


def concat(out, node, *parts):
    return out.value(f"torch.cat({out.list_of(parts)}, {node.attributes['axis']})", parts[0].dtype)


def split(out, node, x, sizes=None):
    axis, count = node.get("axis", 0), len(node.outputs)
    sizes = listed(out, node.get("split"), sizes) or f"even_sizes({x.code}, {axis}, {count})"
    parts = out.let(f"torch.split({x.code}, {sizes}, {axis})")
    return [out.value(f"{parts}[{place}]", x.dtype) for place in range(count)]


def slice_(out, node, x, starts, ends, axes=None, steps=None):
    starts, ends = listed(out, None, starts), listed(out, None, ends)
    axes = listed(out, None, axes) or f"[k for k in range(len({starts}))]"
    steps = listed(out, None, steps) or f"[1] * len({starts})"
    return out.value(f"sliced({x.code}, {starts}, {ends}, {axes}, {steps})", x.dtype)


def range_(out, node, start, limit, delta):
    if start.dtype.kind != "i":
        raise Skipped("torch.arange computes reals with more bits")
    numbers = ", ".join(map(integer, (start, limit, delta)))
    return out.value(f"counted({numbers}, {torch_name(start.dtype)})", start.dtype)


def cumsum(out, node, x, axis):
    if node.get("exclusive", 0) and x.dtype.kind not in "iu":
        raise Skipped("torch.cumsum has no exclusive sums")
    return out.value(f"cumulated({x.code}, {integer(axis)}, {bool(node.get('reverse', 0))}, {bool(node.get('exclusive', 0))})", x.dtype)


def gather(out, node, x, indices):
    return out.value(f"gathered({x.code}, {indices.code}, {node.get('axis', 0)})", x.dtype)


def identity(out, node, x):
    return x


# name: (translation, first version of the schema that has this meaning)
OPERATORS = {
    **{name: (call("torch.%s({0})" % function), since) for name, function, since in (
        ("Abs", "abs", 1), ("Neg", "neg", 1), ("Floor", "floor", 1), ("Ceil", "ceil", 1), ("Sign", "sign", 9), ("Round", "round", 11),
        ("Not", "logical_not", 1), ("BitwiseNot", "bitwise_not", 18))},
    **{name: (of_reals("torch.%s({0})" % function), since) for name, function, since in (
        ("Sqrt", "sqrt", 1), ("Exp", "exp", 1), ("Log", "log", 1), ("Tanh", "tanh", 1), ("Sigmoid", "sigmoid", 1), ("Sin", "sin", 7),
        ("Cos", "cos", 7), ("Tan", "tan", 7), ("Asin", "asin", 7), ("Acos", "acos", 7), ("Atan", "atan", 7), ("Sinh", "sinh", 9),
        ("Cosh", "cosh", 9), ("Asinh", "asinh", 9), ("Acosh", "acosh", 9), ("Atanh", "atanh", 9), ("Erf", "erf", 9),
        ("Reciprocal", "reciprocal", 1))},
    "Relu": (call("torch.relu({0})"), 1), "Softplus": (of_reals("torch.logaddexp({0}, torch.zeros_like({0}))"), 1),
    "IsNaN": (call("torch.isnan({0})", bool), 9), "Identity": (identity, 1),
    **{name: (call("torch.%s({0}, {1})" % function), since) for name, function, since in (
        ("Add", "add", 7), ("Sub", "sub", 7), ("Mul", "mul", 7), ("And", "logical_and", 7), ("Or", "logical_or", 7), ("Xor", "logical_xor", 7),
        ("BitwiseAnd", "bitwise_and", 18), ("BitwiseOr", "bitwise_or", 18), ("BitwiseXor", "bitwise_xor", 18), ("MatMul", "matmul", 1))},
    **{name: (call("torch.%s({0}, {1})" % function, bool), since) for name, function, since in (
        ("Equal", "eq", 7), ("Less", "lt", 7), ("LessOrEqual", "le", 12), ("Greater", "gt", 7), ("GreaterOrEqual", "ge", 12))},
    "Div": (div, 7), "Mod": (mod, 10), "Pow": (power, 7), "Clip": (clip, 11), "Where": (where, 9),
    "Min": (fold("torch.minimum({0}, {1})"), 8), "Max": (fold("torch.maximum({0}, {1})"), 8), "Sum": (fold("torch.add({0}, {1})"), 8),
    "Cast": (cast, 6), "CastLike": (cast, 15), "BitCast": (bit_cast, 1),
    "ReduceSum": (reduce("torch.sum({x}, {axes}, {keep}, dtype={type})"), 11), "ReduceProd": (reduce("product({x}, {axes}, {keep})"), 11),
    "ReduceMax": (reduce("largest({x}, {axes}, {keep})"), 11), "ReduceMin": (reduce("smallest({x}, {axes}, {keep})"), 11),
    "ArgMax": (best("torch.argmax"), 11), "ArgMin": (best("torch.argmin"), 11),
    "Gemm": (gemm, 7), "Softmax": (softmax, 13), "CumSum": (cumsum, 11),
    "Constant": (constant_, 1), "ConstantOfShape": (constant_of_shape, 9), "Range": (range_, 11), "Shape": (shape, 1),
    "Size": (call("torch.tensor({0}.numel())", np.int64), 1), "Reshape": (reshape, 5),
    "Flatten": (lambda out, node, x: out.value(f"flatten({x.code}, {node.get('axis', 1)})", x.dtype), 9),
    "Expand": (of_list("expand({0}, {1})", None), 8), "Tile": (of_list("torch.tile({0}, {1})", None), 6),
    "Squeeze": (of_list("squeeze({0}, {1})", "axes", "torch.squeeze({0})"), 1), "Unsqueeze": (of_list("unsqueeze({0}, {1})", "axes"), 1),
    "Transpose": (transpose, 1), "Concat": (concat, 4), "Split": (split, 2), "Slice": (slice_, 10), "Gather": (gather, 11),
}
