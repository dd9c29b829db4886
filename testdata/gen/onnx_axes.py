"""ONNX's operators that join, cut, reshape and pick: negative axes, several axes, numbers of 0."""

import itertools

import numpy as np

from onnx_nodes import Nodes, array, of, shuffled

ORACLE = "generator: gen/onnx_axes.py"


def text(numbers):
    return "_".join(str(n).replace("-", "m") for n in numbers) or "none"


def add_joined(corpus):
    made = Nodes()
    for rank in (1, 2, 4):
        shape = [2, 3, 1, 2][:rank]
        for axis in range(-rank, rank):
            parts = {"a": shuffled("f32", shape, 1), "b": shuffled("f32", [d + (k == axis % rank) for k, d in enumerate(shape)], 101), "c": shuffled("f32", shape, 301)}
            made.run("rank_%d_axis_%s" % (rank, text([axis])), "y = Concat <axis = %d> (%s)" % (axis, ", ".join(parts)), parts, {"y": of("f32", np.concatenate([array(p) for p in parts.values()], axis))}, 13)
    for name, sizes in (("first", (0, 2, 1)), ("middle", (1, 0, 2)), ("last", (2, 1, 0)), ("two", (0, 0, 2)), ("all", (0, 0, 0))):
        parts = {"abc"[k]: shuffled("i64", [2, size], 10 * k) for k, size in enumerate(sizes)}
        made.run("empty_" + name, "y = Concat <axis = -1> (a, b, c)", parts, {"y": of("i64", np.concatenate([array(p) for p in parts.values()], 1))}, 13)
    made.run("one_operand", "y = Concat <axis = -1> (a)", {"a": shuffled("f32", [2, 3])}, {"y": shuffled("f32", [2, 3])}, 13)
    made.run("version_4", "y = Concat <axis = 1> (a, b)", {"a": of("f32", [[1], [2]]), "b": of("f32", [[3, 4], [5, 6]])}, {"y": of("f32", [[1, 3, 4], [2, 5, 6]])}, 4)
    made.add_to(corpus, "concat", oracle=ORACLE, kind="boundary", title="Concat along each axis of each rank, and with empty operands.")


def add_ones(corpus):
    """Squeeze and Unsqueeze."""
    made = Nodes()
    for shape, sets in (([1, 3, 1, 2], [[0], [2], [-2], [-4], [0, 2], [2, 0], [-2, 0], [-4, -2]]), ([2, 1, 1], [[1], [-1], [-2], [1, 2], [-1, 1]]), ([1], [[0], [-1]]), ([1, 1], [[0], [1], [0, 1], [-1, -2]])):
        x = shuffled("f32", shape, 1)
        for axes in sets + [None]:
            gone = [k for k, d in enumerate(shape) if d == 1] if axes is None else [a % len(shape) for a in axes]
            y = of("f32", array(x).reshape([d for k, d in enumerate(shape) if k not in gone]))
            name = "squeeze_%s_axes_%s" % (text(shape), "left_out" if axes is None else text(axes))
            if axes is None:
                made.run(name, "y = Squeeze (x)", {"x": x}, {"y": y}, 13)
            else:
                made.run(name, "y = Squeeze (x, axes)", {"x": x, "axes": of("i64", axes)}, {"y": y}, 13)
            if axes == [0, 2] or shape == [1, 1] and axes is None:
                made.run(name + "_version_11", "y = Squeeze %s(x)" % ("<axes = [0, 2]> " if axes else ""), {"x": x}, {"y": y}, 11)
    for shape, sets in (([2, 3], [[0], [1], [2], [-1], [-2], [-3], [0, 1], [1, 0], [1, 3], [3, 1], [0, -1], [-1, 1], [-2, -4], [-1, -2, 0]]), ([], [[0], [-1], [0, 1]]), ([3], [[-1], [-2], [2, 0], [0, 1, 2]])):
        x = shuffled("f32", shape, 1)
        for axes in sets:
            rank = len(shape) + len(axes)
            rest = iter(shape)
            made_shape = [1 if k in [a % rank for a in axes] else next(rest) for k in range(rank)]
            made.run("unsqueeze_%s_axes_%s" % (text(shape), text(axes)), "y = Unsqueeze (x, axes)", {"x": x, "axes": of("i64", axes)}, {"y": of("f32", array(x).reshape(made_shape))}, 13)
            if axes in ([3, 1], [0, -1]):
                made.run("unsqueeze_%s_version_11" % text(axes), "y = Unsqueeze <axes = %s> (x)" % axes, {"x": x}, {"y": of("f32", array(x).reshape(made_shape))}, 11)
    made.add_to(corpus, "squeeze_and_unsqueeze", oracle=ORACLE, kind="boundary", title="Squeeze and Unsqueeze with axes in any order, and negative ones.",
                notes="Negative axes of Unsqueeze count in the result, which has the new axes.")


def add_reshaped(corpus):
    made = Nodes()
    x = shuffled("f32", [2, 3, 4], 1)
    for name, given, shape, opset in (("rest_first", [-1, 4], [6, 4], 13), ("rest_last", [6, -1], [6, 4], 13), ("copied_first", [0, 12], [2, 12], 13), ("copied_middle", [4, 0, 2], [4, 3, 2], 13),
                                      ("copied_and_rest", [0, 0, -1, 2], [2, 3, 2, 2], 13), ("rest_and_copied", [-1, 0], [8, 3], 13), ("more_axes", [1, 2, 1, 12], [1, 2, 1, 12], 14), ("to_a_list", [-1], [24], 5)):
        made.run(name, "y = Reshape (x, s)", {"x": x, "s": of("i64", given)}, {"y": of("f32", array(x).reshape(shape))}, opset)
    for name, had, given, zero, shape in (("zero_kept", [0, 3], [3, 0], 1, [3, 0]), ("zeros_kept", [2, 0, 3], [0, 0, 5], 1, [0, 0, 5]), ("zero_copied", [0, 3], [0, 5], 0, [0, 5]), ("zero_copied_among_others", [2, 0], [3, 0, 1], 0, [3, 0, 1]),
                                          ("flag_without_zeros", [2, 3], [3, -1], 1, [3, 2])):
        made.run("allowzero_%d_%s" % (zero, name), "y = Reshape <allowzero = %d> (x, s)" % zero, {"x": shuffled("f32", had, 1), "s": of("i64", given)}, {"y": of("f32", array(shuffled("f32", had, 1)).reshape(shape))}, 14)
    made.run("to_a_scalar", "y = Reshape (x, s)", {"x": of("f32", [[7]]), "s": of("i64", [])}, {"y": of("f32", 7)}, 13)
    made.run("of_a_scalar", "y = Reshape (x, s)", {"x": of("f32", 7), "s": of("i64", [1, -1])}, {"y": of("f32", [[7]])}, 13)
    for axis, (left, right) in {-3: (1, 24), -2: (2, 12), -1: (6, 4), 0: (1, 24), 1: (2, 12), 2: (6, 4), 3: (24, 1)}.items():
        made.run("flatten_axis_%s" % text([axis]), "y = Flatten <axis = %d> (x)" % axis, {"x": x}, {"y": of("f32", array(x).reshape(left, right))}, 13)
    made.run("flatten_a_scalar", "y = Flatten <axis = 0> (x)", {"x": of("f32", 7)}, {"y": of("f32", [[7]])}, 13)
    made.run("flatten_nothing", "y = Flatten <axis = 2> (x)", {"x": of("f32", np.zeros((2, 3, 0)))}, {"y": of("f32", np.zeros((6, 0)))}, 13)
    for start, end in itertools.product((None, 0, 1, -1, -2, -5, 4), (None, 1, 2, -1, 9)):
        whole = [2, 3, 4][slice(start, end)]
        if (start in (None, 1)) != (end in (-1, 9)) and (start is not None or end is not None):
            attributes = ", ".join("%s = %d" % (key, value) for key, value in (("start", start), ("end", end)) if value is not None)
            made.run(("shape_from_%s_to_%s" % (text([start]), text([end]))).lower(), "y = Shape %s(x)" % ("<%s> " % attributes if attributes else ""), {"x": x}, {"y": of("i64", np.array(whole, np.int64))}, 15)
    made.add_to(corpus, "reshape_flatten_and_shape", oracle=ORACLE, kind="boundary", title="Reshape with numbers of 0 and -1, Flatten at each axis, and Shape of some axes.",
                notes="With allowzero a 0 is a size, otherwise it copies the size of the same axis. Shape clamps its start and end.")


def add_cut(corpus):
    """Slice of some axes, Split into given sizes, Compress and NonZero."""
    made = Nodes()
    x = shuffled("f32", [3, 4, 5], 1)
    for axes, starts, ends, steps in (([1], [1], [3], [1]), ([2], [-3], [-1], [1]), ([-2], [1], [4], [2]), ([-3], [-1], [0], [-1]), ([2, 0], [4, 1], [0, 3], [-2, 1]), ([-1, -3], [0, 0], [2**31 - 1, 2], [2, 1]),
                                      ([0, 2, 1], [2, 3, 0], [-2**31, 5, 1], [-1, 1, 1]), ([1], [3], [-2**63], [-2]), ([0], [0], [2**63 - 1], [2]), ([1, 2], [2, 2], [2, 9], [1, 1])):
        index = [slice(None)] * 3
        for axis, start, end, step in zip(axes, starts, ends, steps):
            index[axis] = slice(start, None if end < -10 else end, step)
        y = of("f32", array(x)[tuple(index)])
        for type_ in ("i64", "i32"):
            if type_ == "i64" or axes == [2, 0]:
                made.run("slice_axes_%s_from_%s_to_%s_%s" % (text(axes), text(starts), text(ends), type_), "y = Slice (x, s, e, axes, steps)",
                         {"x": x, "s": of(type_, starts), "e": of(type_, ends), "axes": of(type_, axes), "steps": of(type_, steps)}, {"y": y}, 13)
        if set(steps) == {1} and max(map(abs, ends)) < 2**62:
            made.run("slice_axes_%s_version_1" % text(axes), "y = Slice <axes = %s, starts = %s, ends = %s> (x)" % (axes, starts, ends), {"x": x}, {"y": y}, 1)
    made.run("slice_first_axis_without_axes", "y = Slice (x, s, e)", {"x": x, "s": of("i64", [1]), "e": of("i64", [3])}, {"y": of("f32", array(x)[1:3])}, 13, tier="survey")
    made.run("slice_with_steps_without_axes", 'y = Slice (x, s, e, "", steps)', {"x": x, "s": of("i64", [2, 0, 0]), "e": of("i64", [-9, 4, 9]), "steps": of("i64", [-1, 3, 1])}, {"y": of("f32", array(x)[::-1, ::3])}, 13)
    for axis, sizes in ((1, [1, 3]), (-2, [3, 1]), (1, [0, 4]), (2, [2, 0, 3]), (0, [3]), (-1, [1, 1, 3])):
        parts = np.split(array(x), np.cumsum(sizes)[:-1], axis)
        names = ["p%d" % k for k in range(len(sizes))]
        made.run("split_axis_%s_sizes_%s" % (text([axis]), text(sizes)), "%s = Split <axis = %d> (x, sizes)" % (", ".join(names), axis), {"x": x, "sizes": of("i64", sizes)}, {n: of("f32", p) for n, p in zip(names, parts)}, 13)
        if 0 not in sizes:
            made.run("split_axis_%s_sizes_%s_version_2" % (text([axis]), text(sizes)), "%s = Split <axis = %d, split = %s> (x)" % (", ".join(names), axis % 3, sizes), {"x": x}, {n: of("f32", p) for n, p in zip(names, parts)}, 2)
    for axis in (None, 0, 2, -2, -3):
        for name, flags in (("chosen", [False, True, True]), ("shorter", [True, False]), ("none", [False, False])):
            chosen = [k for k, flag in enumerate(flags) if flag]
            y = array(x).reshape(-1)[chosen] if axis is None else array(x).take(chosen, axis)
            made.run("compress_axis_%s_%s" % ("left_out" if axis is None else text([axis]), name), "y = Compress %s(x, c)" % ("" if axis is None else "<axis = %d> " % axis),
                     {"x": x, "c": of("boolean", flags)}, {"y": of("f32", y)}, 11 if axis is None or axis < 0 else 9)
    for type_, values in (("f32", [[0, 0.5, -0.0], [-2, float("nan"), 1e-45]]), ("i32", [[0, -1, 256], [5, 0, 0]]), ("i64", [2**40, 0, -2**63]), ("boolean", [[True, False], [False, True], [True, True]]), ("u8", [0, 255, 128, 0]),
                          ("f16", [[[0, 1]], [[0.25, 0]], [[-3, 0]]]), ("f64", [0, 1e-300, 0]), ("i8", [[0, 0], [0, 0]])):
        t = of(type_, values)
        where = [at for at in np.ndindex(*t.shape) if array(t)[at] != 0]
        made.run("non_zero_%s_rank_%d" % (type_, len(t.shape)), "y = NonZero (x)", {"x": t}, {"y": of("i64", np.array(where, np.int64).reshape(-1, len(t.shape)).T)}, 13)
    made.run("non_zero_nothing", "y = NonZero (x)", {"x": of("f32", np.zeros((2, 0)))}, {"y": of("i64", np.zeros((2, 0)))}, 13)
    made.add_to(corpus, "cut_and_chosen", oracle=ORACLE, kind="boundary", rules=["ONNX-GRAPH-2", "ONNX-GRAPH-13"], title="Slice of axes in any order, Split into given sizes, Compress and NonZero.",
                notes="Compress without an axis takes elements in row-major order, and a condition that is shorter drops the rest.")


def add_cases(corpus):
    for add in (add_joined, add_ones, add_reshaped, add_cut):
        add(corpus)
