"""Operators along each axis of ranks 4 and 5, which runtimes often store in an order of their own.

The oracle is NumPy on integers.
"""

import itertools

import numpy as np

from onnx_nodes import Nodes, array, integer, integers, of, shuffled

ORACLE = "generator: gen/onnx_ranks.py"
SHAPES = ([2, 3, 4, 2], [3, 5, 2, 3], [2, 3, 2, 2, 3])


def sliced(first, last, step):
    def make(axis, x):
        text = " ".join([integers("a", first), integers("b", last), integers("c", axis), integers("d", step), "y = Slice (x, a, b, c, d)"])
        cut = slice(first if step > 0 else None, None if step < 0 else last, step)
        return text, np.moveaxis(np.moveaxis(x, axis, 0)[cut], 0, axis)
    return make


def padded(before, after):
    def make(axis, x):
        pads = [[before if k == axis else 0, after if k == axis else 0] for k in range(x.ndim)]
        text = integers("a", *[p[0] for p in pads], *[p[1] for p in pads]) + " y = Pad (x, a)"
        lines = np.moveaxis(x, axis, 0)
        lines = lines[max(-before, 0):len(lines) - max(-after, 0)]
        zeros = [np.zeros([max(n, 0), *lines.shape[1:]], int) for n in (before, after)]
        return text, np.moveaxis(np.concatenate([zeros[0], lines, zeros[1]]), 0, axis)
    return make


def gathered(axis, x):
    chosen = [x.shape[axis] - 1, 0, 0]
    return integers("a", *chosen) + " y = Gather <axis = %d> (x, a)" % axis, np.take(x, chosen, axis)


def gathered_one(axis, x):
    return integer("a", -1) + " y = Gather <axis = %d> (x, a)" % axis, np.take(x, -1, axis)


def joined(axis, x):
    return "n = Neg (x) y = Concat <axis = %d> (x, n, x)" % axis, np.concatenate([x, -x, x], axis)


def second_part(axis, x):
    return integers("a", 1, x.shape[axis] - 1) + " z, y = Split <axis = %d> (x, a)" % axis, np.moveaxis(np.moveaxis(x, axis, 0)[1:], 0, axis)


def repeated(axis, x):
    times = [3 if k == axis else 1 for k in range(x.ndim)]
    return integers("a", *times) + " y = Tile (x, a)", np.tile(x, times)


def reduced(operator, function, keepdims):
    def make(axis, x):
        return integers("a", axis) + " y = %s <keepdims = %d> (x, a)" % (operator, keepdims), function(x, axis=axis, keepdims=bool(keepdims))
    return make


def largest_at(axis, x):
    return "z = ArgMax <axis = %d, keepdims = 1> (x) y = Cast <to = 1> (z)" % axis, np.expand_dims(np.argmax(x, axis), axis)


def running_sum(exclusive, reverse):
    def make(axis, x):
        text = integer("a", axis) + " y = CumSum <exclusive = %d, reverse = %d> (x, a)" % (exclusive, reverse)
        lines = np.moveaxis(x, axis, 0)[::-1 if reverse else 1]
        total = np.cumsum(lines, 0) - (lines if exclusive else 0)
        return text, np.moveaxis(total[::-1 if reverse else 1], 0, axis)
    return make


def best_two(axis, x):
    return integers("a", 2) + " y, z = TopK <axis = %d> (x, a)" % axis, -np.moveaxis(np.sort(np.moveaxis(-x, axis, 0), 0)[:2], 0, axis)


def new_axis(axis, x):
    return integers("a", axis) + " y = Unsqueeze (x, a)", np.expand_dims(x, axis)


def two_axes(axis, x):
    return "y = Flatten <axis = %d> (x)" % axis, x.reshape(int(np.prod(x.shape[:axis])), -1)


def first_everywhere(axis, x):
    """The first slice along the axis takes the place of all."""
    text = " ".join([integers("a", 0), integers("b", 1), integers("c", axis), "f = Slice (x, a, b, c)", integers("s", *x.shape), "y = Expand (f, s)"])
    return text, np.take(x, [0] * x.shape[axis], axis)


def compared_with_column(axis, x):
    """An operand that has one element along all axes but this one."""
    shape = [size if k == axis else 1 for k, size in enumerate(x.shape)]
    column = np.arange(1, x.shape[axis] + 1).reshape(shape) * 10
    numbers = "c = Constant <value_floats = %s> () " % [float(v) for v in column.reshape(-1)]
    return numbers + integers("s", *shape) + " r = Reshape (c, s) y = Sub (r, x)", column - x


MAKERS = {
    "backward": sliced(-1, -99, -1), "backward_by_two": sliced(-1, -99, -2), "by_two": sliced(0, 99, 2), "later": sliced(1, 99, 1),
    "padded": padded(1, 2), "padded_by_minus_1": padded(-1, 1), "gathered": gathered, "gathered_one": gathered_one, "joined": joined,
    "second_part": second_part, "repeated": repeated, "sum": reduced("ReduceSum", np.sum, 1), "sum_without_axis": reduced("ReduceSum", np.sum, 0),
    "largest_at": largest_at, "running_sum": running_sum(0, 0), "running_sum_backward": running_sum(0, 1), "sum_before": running_sum(1, 0),
    "best_two": best_two, "new_axis": new_axis, "two_axes": two_axes, "first_everywhere": first_everywhere, "compared_with_column": compared_with_column,
}


def add_cases(corpus):
    for shape in SHAPES:
        made = Nodes()
        tensor = shuffled("f32", shape, -2 * int(np.prod(shape)) // 2 + 1, 2)
        x = array(tensor).astype(int)
        for name, make in MAKERS.items():
            for axis in range(len(shape)):
                text, y = make(axis, x)
                made.run("%s__axis_%d" % (name, axis), text, {"x": tensor}, {"y": of("f32", y)}, 13)
        if len(shape) == 4:
            for order in itertools.permutations(range(4)):
                made.run("turned_%d%d%d%d" % order, "y = Transpose <perm = %s> (x)" % list(order), {"x": tensor}, {"y": of("f32", x.transpose(order))}, 13)
        made.add_to(corpus, "ranks/" + "x".join(map(str, shape)), oracle=ORACLE, kind="combined", rules=["ONNX-GRAPH-2"],
                    title="Operators along each axis of a tensor of rank %d." % len(shape),
                    notes="Runtimes often store such tensors in an order of their own. Every element of x is another odd number.")
