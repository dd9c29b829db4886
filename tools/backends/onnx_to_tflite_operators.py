"""Operators of ONNX that compute, as operators of TFLite, only where both have the same meaning."""

import numpy as np
import onnx

from answers import Skipped
from onnx_to_tflite_shapes import BOOL, INT64, SHAPES, broadcast, ints, normal, numbers, rank_of, scalar_of

FLOAT32 = np.dtype(np.float32)
COMPUTED = FLOAT32, np.dtype(np.int32), INT64, BOOL


def computed(value):
    """A value with which TFLite computes as ONNX does. It has only quantized operators for 8 and 16 bits."""
    if value.dtype not in COMPUTED:
        raise Skipped("the translation computes with f32, i32 and i64, because TFLite has few operators for other types")
    return value


def elementwise(name, dtype=None):
    """An operator whose operands broadcast. Without `dtype` its result has their type."""
    def translate(node, scope, *operands):
        shape = broadcast(*(value.shape for value in operands))
        return scope.result(name, [computed(value) for value in operands], dtype or operands[0].dtype, shape)
    return translate


def fold(name):
    """Min, Max, Sum: any number of operands."""
    def translate(node, scope, first, *others):
        for other in others:
            first = elementwise(name)(node, scope, first, other)
        return first
    return translate


def leaky_relu(node, scope, x):
    return scope.result("LEAKY_RELU", [computed(x)], x.dtype, x.shape, alpha=node.get("alpha", 0.01))


def clip(node, scope, x, low=None, high=None):
    x = x if low is None else elementwise("MAXIMUM")(node, scope, x, low)
    return x if high is None else elementwise("MINIMUM")(node, scope, x, high)


def modulo(node, scope, a, b):
    if node.get("fmod", 0):
        raise Skipped("TFLite has no remainder with the sign of the dividend")
    return elementwise("FLOOR_MOD")(node, scope, a, b)


def power(node, scope, a, b):
    if a.dtype != FLOAT32 or b.dtype != FLOAT32:
        raise Skipped("POW has operands of one type, and negative exponents only of f32")
    return elementwise("POW")(node, scope, a, b)


def where(node, scope, condition, a, b):
    return scope.result("SELECT_V2", [condition, a, b], a.dtype, broadcast(condition.shape, a.shape, b.shape))


def cast(node, scope, x):
    dtype = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(node.attributes["to"]))
    return x if dtype == x.dtype else scope.result("CAST", [x], dtype, x.shape)


def reduction(name):
    """A reduction, whose axes are an attribute or an input."""
    def translate(node, scope, x, axes=None):
        rank, axes = rank_of(computed(x)), node.get("axes") if axes is None else numbers(axes, "the axes of a reduction")
        if not axes and node.get("noop_with_empty_axes", 0):
            raise Skipped("the translation has no reduction along no axes")
        if x.dtype == BOOL:
            raise Skipped("TFLite has no greatest and no smallest boolean")
        axes = {normal(axis, x) for axis in axes} if axes else set(range(rank))
        keep = bool(node.get("keepdims", 1))
        shape = tuple(1 if axis in axes else size for axis, size in enumerate(x.shape) if keep or axis not in axes)
        return scope.result(name, [x, ints(scope, sorted(axes))], x.dtype, shape, keepDims=keep)
    return translate


def cumsum(node, scope, x, axis):
    (axis,) = numbers(axis, "the axis of CumSum")
    flags = {"exclusive": bool(node.get("exclusive", 0)), "reverse": bool(node.get("reverse", 0))}
    return scope.result("CUMSUM", [computed(x), ints(scope, normal(axis, x))], x.dtype, x.shape, **flags)


def range_(node, scope, *numbers_):
    """RANGE refuses a limit on the other side of the start, where ONNX has no elements."""
    start, limit, delta = (scalar_of(scope, computed(number)) for number in numbers_)
    if delta.array is None or not delta.array.all():
        raise Skipped("the translation needs to know the step of Range")
    end = "MAXIMUM" if delta.array > 0 else "MINIMUM"
    limit = scope.result(end, [limit, start], start.dtype, ())
    return scope.result("RANGE", [start, limit, delta], start.dtype, (None,))


def matmul(node, scope, a, b):
    if min(rank_of(a), rank_of(b)) < 2 or a.dtype != FLOAT32:
        raise Skipped("BATCH_MATMUL has no vectors, and no integers that are not quantized")
    shape = (*broadcast(a.shape[:-2], b.shape[:-2]), a.shape[-2], b.shape[-1])
    return scope.result("BATCH_MATMUL", [computed(a), computed(b)], a.dtype, shape)


# name: (translation, first version of the schema that has this meaning)
OPERATORS = {
    "Add": (elementwise("ADD"), 7), "Sub": (elementwise("SUB"), 7), "Mul": (elementwise("MUL"), 7), "Div": (elementwise("DIV"), 7),
    "Abs": (elementwise("ABS"), 1), "Neg": (elementwise("NEG"), 1), "Floor": (elementwise("FLOOR"), 1),
    "Ceil": (elementwise("CEIL"), 1), "Round": (elementwise("ROUND"), 11), "Sqrt": (elementwise("SQRT"), 1),
    "Exp": (elementwise("EXP"), 1), "Log": (elementwise("LOG"), 1), "Sin": (elementwise("SIN"), 7), "Cos": (elementwise("COS"), 7),
    "Tanh": (elementwise("TANH"), 1), "Sigmoid": (elementwise("LOGISTIC"), 1), "Relu": (elementwise("RELU"), 1),
    "Sign": (elementwise("SIGN"), 9), "Pow": (power, 7), "Mod": (modulo, 10), "Clip": (clip, 11),
    "LeakyRelu": (leaky_relu, 6), "Min": (fold("MINIMUM"), 8), "Max": (fold("MAXIMUM"), 8), "Sum": (fold("ADD"), 8),
    "Not": (elementwise("LOGICAL_NOT"), 1), "And": (elementwise("LOGICAL_AND"), 7), "Or": (elementwise("LOGICAL_OR"), 7),
    "Xor": (elementwise("NOT_EQUAL"), 7), "Equal": (elementwise("EQUAL", BOOL), 7), "Less": (elementwise("LESS", BOOL), 7),
    "LessOrEqual": (elementwise("LESS_EQUAL", BOOL), 12), "Greater": (elementwise("GREATER", BOOL), 7),
    "GreaterOrEqual": (elementwise("GREATER_EQUAL", BOOL), 12), "Where": (where, 9), "Cast": (cast, 6),
    "ReduceSum": (reduction("SUM"), 1), "ReduceProd": (reduction("REDUCE_PROD"), 1), "ReduceMax": (reduction("REDUCE_MAX"), 1),
    "ReduceMin": (reduction("REDUCE_MIN"), 1), "CumSum": (cumsum, 11), "MatMul": (matmul, 1), "Range": (range_, 11),
    **SHAPES,
}
