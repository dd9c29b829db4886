"""Blocks and channels that move, by the reshapes and transposes of their pages, and Range-1."""

import itertools
import math

from case import INTEGERS, Tensor, rejected
from single import REALS, SURVEY, TYPES, Single, counting, element, places, vector

ORACLE = "generator: gen/ops_blocks.py"


def reshaped(x, shape):
    return Tensor(x.type, shape, x.values)


def transposed(x, order):
    shape = [x.shape[axis] for axis in order]

    def source(p):
        return tuple(p[order.index(axis)] for axis in range(len(order)))
    return Tensor(x.type, shape, [element(x, source(p)) for p in places(shape)])


def depth_to_space(x, size, mode):
    n, c, space = x.shape[0], x.shape[1], x.shape[2:]
    k = len(space)
    rest = c // size**k
    if mode == "blocks_first":
        split, order = [n] + [size] * k + [rest] + space, [0, k + 1]
        for axis in range(k):
            order += [k + 2 + axis, 1 + axis]
    else:
        split, order = [n, rest] + [size] * k + space, [0, 1]
        for axis in range(k):
            order += [k + 2 + axis, 2 + axis]
    return reshaped(transposed(reshaped(x, split), order), [n, rest] + [d * size for d in space])


def space_to_depth(x, size, mode):
    n, c, space = x.shape[0], x.shape[1], x.shape[2:]
    k = len(space)
    split = [n, c]
    for d in space:
        split += [d // size, size]
    blocks, rest = [3 + 2 * axis for axis in range(k)], [2 + 2 * axis for axis in range(k)]
    order = [0] + blocks + [1] + rest if mode == "blocks_first" else [0, 1] + blocks + rest
    return reshaped(transposed(reshaped(x, split), order), [n, c * size**k] + [d // size for d in space])


def batch_to_space(x, sizes, begins, ends):
    n, space, k = x.shape[0], x.shape[1:], len(x.shape) - 1
    rest = n // math.prod(sizes)
    order = [k]
    for axis in range(k):
        order += [k + 1 + axis, axis]
    whole = reshaped(transposed(reshaped(x, sizes[1:] + [rest] + space), order), [rest] + [d * b for d, b in zip(space, sizes[1:])])
    shape = [size - a - b for size, a, b in zip(whole.shape, begins, ends)]
    return Tensor(x.type, shape, [element(whole, tuple(i + a for i, a in zip(p, begins))) for p in places(shape)])


def space_to_batch(x, sizes, begins, ends):
    whole = [size + a + b for size, a, b in zip(x.shape, begins, ends)]

    def padded(p):
        q = tuple(i - a for i, a in zip(p, begins))
        return element(x, q) if all(0 <= i < size for i, size in zip(q, x.shape)) else 0
    space, k = Tensor(x.type, whole, [padded(p) for p in places(whole)]), len(whole) - 1
    split = [whole[0]]
    for d, b in zip(whole[1:], sizes[1:]):
        split += [d // b, b]
    order = [2 + 2 * axis for axis in range(k)] + [0] + [1 + 2 * axis for axis in range(k)]
    return reshaped(transposed(reshaped(space, split), order), [whole[0] * math.prod(sizes)] + [d // b for d, b in zip(whole[1:], sizes[1:])])


def shuffled(x, axis, group):
    axis %= len(x.shape)
    split = x.shape[:axis] + [group, x.shape[axis] // group] + x.shape[axis + 1:]
    order = list(range(len(split)))
    order[axis], order[axis + 1] = axis + 1, axis
    return reshaped(transposed(reshaped(x, split), order), x.shape)


def add_depth(corpus):
    for kind, path, formula, deep in (("DepthToSpace", "depth_to_space", depth_to_space, True), ("SpaceToDepth", "space_to_depth", space_to_depth, False)):
        made = Single(kind, "opset1", ["x"], ["block_size", "mode"])

        def add(name, shape, size, mode, type_="f32", **more):
            x = counting(type_, shape)
            made.run(name, [x], [formula(x, size or 1, mode)], {"block_size": size, "mode": mode}, **more)
        for mode in ("blocks_first", "depth_first"):
            add("page_" + mode, [5, 28, 2, 3] if deep else [5, 7, 4, 6], 2, mode, known=mode == "depth_first")
            add("one_spatial_axis_" + mode, [2, 6, 2] if deep else [2, 2, 6], 3, mode)
            add("two_spatial_axes_" + mode, [1, 8, 1, 3] if deep else [1, 2, 2, 6], 2, mode, "i32", known=mode == "blocks_first")
            add("three_spatial_axes_" + mode, [1, 16, 1, 2, 1] if deep else [1, 2, 2, 4, 2], 2, mode)
            add("four_spatial_axes_" + mode, [1, 16, 1, 1, 2, 1] if deep else [1, 1, 2, 2, 4, 2], 2, mode, "u8")
            add("size_1_" + mode, [2, 3, 2], 1, mode)
            add("size_none_" + mode, [2, 3, 2], None, mode)
            add("no_batches_" + mode, [0, 4, 2] if deep else [0, 2, 4], 2, mode)
            add("empty_space_" + mode, [1, 4, 0] if deep else [1, 2, 0], 2, mode)
            for type_ in TYPES:
                add("%s_%s" % (type_, mode), [1, 4, 2] if deep else [1, 2, 4], 2, mode, type_)
        given = {"block_size": 2, "mode": "blocks_first"}
        wrong, right = counting("f32", [1, 3, 2] if deep else [1, 2, 3]), counting("f32", [1, 4, 4])
        made.run("indivisible", [wrong], rejected("load", "OP-5"), given)
        made.run("indivisible_in_the_run", [wrong], rejected("run", "OP-5"), given, known=False)
        made.run("rank_2", [counting("f32", [4, 4])], rejected("load", "OP-5"), given)
        made.run("without_mode", [right], rejected("load", "OP-2"), {"block_size": 2})
        made.run("mode_depth", [right], rejected("load", "OP-2"), {"block_size": 2, "mode": "depth"})
        made.run("size_0", [right], rejected("load", "OP-2"), {"block_size": 0, "mode": "depth_first"})
        made.run("size_m2", [right], rejected("load", "OP-2"), {"block_size": -2, "mode": "depth_first"}, **SURVEY)
        made.add_to(corpus, "operations/" + path, rules=["OP-5", "OP-2"], oracle=ORACLE,
                    title="DepthToSpace moves parts of the depth into blocks of neighbours." if deep else
                    "SpaceToDepth moves the places in blocks of neighbours into the depth.")


def add_batch(corpus):
    for kind, path, formula, to_space in (("BatchToSpace", "batch_to_space", batch_to_space, True), ("SpaceToBatch", "space_to_batch", space_to_batch, False)):
        operands = ["x", "block", "begins", "ends"]
        made = Single(kind, "opset2", operands, (), operands[1:])

        def add(name, shape, sizes, begins=None, ends=None, type_="f32", list_type="i64", **more):
            x, lists = counting(type_, shape), [sizes, begins or [0] * len(sizes), ends or [0] * len(sizes)]
            made.run(name, [x] + [vector(list_type, numbers) for numbers in lists], [formula(x, *lists)], **more)
        if to_space:
            add("page_1", [10, 2], [1, 5], [0, 2])
            add("page_2", [48, 3, 3, 1, 3], [1, 2, 4, 3, 1], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0])
            add("plain", [8, 1, 2, 3], [1, 1, 2, 2], known=False)
            add("crops", [8, 2, 2, 3], [1, 1, 2, 2], [0, 1, 1, 2], [0, 0, 2, 3], "i32")
            add("everything_is_cropped", [4, 1, 2, 2], [1, 1, 2, 2], [0, 0, 4, 0])
            add("no_batches", [0, 1, 2, 2], [1, 1, 2, 2])
        else:
            add("page", [2, 6, 10, 3, 3], [1, 2, 4, 3, 1], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0])
            add("plain", [2, 1, 4, 6], [1, 1, 2, 2], known=False)
            add("pads", [1, 2, 3, 3], [1, 1, 2, 3], [0, 1, 2, 4], [0, 0, 1, 2], "i32")
            add("pads_of_a_block", [1, 1, 1, 2], [1, 1, 1, 4], [0, 0, 0, 5], [0, 0, 0, 1])
            add("empty_space", [1, 1, 0, 2], [1, 1, 2, 1], [0, 0, 1, 0], [0, 0, 3, 0])
            add("no_batches", [0, 1, 2, 2], [1, 1, 2, 2])
        add("blocks_of_1", [2, 1, 2, 3], [1, 1, 1, 1], known=False)
        add("rank_2", [4, 6], [1, 2])
        add("rank_3", [4, 2, 6], [1, 2, 2])
        for type_ in TYPES:
            add(type_, [4, 1, 2, 4] if to_space else [1, 1, 4, 4], [1, 1, 2, 2], [0, 0, 1, 0], [0, 0, 1, 0], type_)
        for type_ in INTEGERS:
            add("lists_" + type_, [4, 1, 2, 4], [1, 1, 2, 2], list_type=type_)
        x, zeros = counting("f32", [3, 1, 2, 3]), [0, 0, 0, 0]

        def wrong(name, sizes, begins, ends, rule="OP-6", **more):
            made.run(name, [x] + [vector("i64", numbers) for numbers in (sizes, begins, ends)], rejected("load", rule), **more)
        wrong("indivisible", [1, 1, 2, 2] if to_space else [1, 1, 1, 2], zeros, zeros)
        made.run("indivisible_in_the_run", [x] + [vector("i64", numbers) for numbers in ([1, 1, 2, 2], zeros, zeros)], rejected("run", "OP-6"), known=False)
        wrong("size_0", [1, 1, 0, 1], zeros, zeros)
        wrong("size_m1", [1, 1, -1, 1], zeros, zeros)
        wrong("blocks_of_the_batch", [3, 1, 1, 1], zeros, zeros, **SURVEY)
        wrong("begin_of_the_batch", [1, 1, 1, 1], [1, 0, 0, 0], zeros, **SURVEY)
        wrong("negative_begin", [1, 1, 1, 1], [0, 0, -1, 0], zeros, **SURVEY)
        wrong("negative_end", [1, 1, 1, 1], zeros, [0, 0, -1, 0], **SURVEY)
        if to_space:
            wrong("more_is_cropped_than_there_is", [1, 1, 1, 1], [0, 0, 2, 0], [0, 0, 1, 0])
        wrong("lists_of_3", [1, 1, 1], [0, 0, 0], [0, 0, 0], "OP-5")
        wrong("lists_of_two_lengths", [1, 1, 1, 1], zeros, [0, 0, 0], "OP-5")
        one = [vector("i64", [v]) for v in (1, 0, 0)]
        made.run("rank_1", [vector("f32", [1, 2])] + one, rejected("load", "OP-5"))
        made.run("block_f32", [x, vector("f32", [1] * 4), vector("i64", zeros), vector("i64", zeros)], rejected("load", "OP-4"))
        made.run("lists_of_two_types", [x, vector("i64", [1] * 4), vector("i32", zeros), vector("i64", zeros)], rejected("load", "OP-4"), **SURVEY)
        made.add_to(corpus, "operations/" + path, rules=["OP-6", "OP-5", "OP-4"], oracle=ORACLE,
                    title="BatchToSpace moves parts of the batch into blocks of neighbours, and crops the result." if to_space else
                    "SpaceToBatch puts zeros around data and moves the places in blocks of neighbours into the batch.")


def add_shuffle(corpus):
    made = Single("ShuffleChannels", "opset1", ["x"], ["axis", "group"])

    def add(name, x, axis=None, group=None, **more):
        made.run(name, [x], [shuffled(x, 1 if axis is None else axis, group or 1)], {"axis": axis, "group": group}, **more)
    block = counting("i32", [2, 6, 4, 2])
    for axis, group in itertools.product((0, 1, 2, 3, -1, -3), (1, 2)):
        add("axis_%s_group_%d" % (str(axis).replace("-", "m"), group), block, axis, group, known=axis != 2)
    for group in (3, 6):
        add("group_%d" % group, block, group=group)
    add("defaults", block)
    add("vector", vector("f32", [1, 2, 3, 4, 5, 6]), 0, 3)
    add("no_batches", Tensor("f32", [0, 4], []), 1, 2)
    for type_ in INTEGERS + REALS:
        add(type_, counting(type_, [1, 6]), 1, 2)
    made.run("indivisible", [block], rejected("load", "OP-5"), {"group": 4})
    made.run("indivisible_in_the_run", [block], rejected("run", "OP-5"), {"group": 4}, known=False)
    made.run("axis_1_of_rank_1", [vector("f32", [1, 2])], rejected("load", "OP-5"))
    made.run("axis_m5_of_rank_4", [block], rejected("load", "OP-5"), {"axis": -5})
    made.run("group_0", [block], rejected("load", "OP-2"), {"group": 0})
    made.run("booleans", [counting("boolean", [1, 2])], rejected("load", "OP-4"), **SURVEY)
    made.add_to(corpus, "operations/shuffle_channels", rules=["OP-5", "OP-2", "OP-4"], oracle=ORACLE,
                title="ShuffleChannels swaps the groups of an axis with the places in a group.")


def add_range_1(corpus):
    operands = ["x", "stop", "step"]
    made = Single("Range", "opset1", operands, (), operands)

    def add(name, type_, start, stop, step, **more):
        count = max(math.ceil((stop - start) / step), 0)
        made.run(name, [Tensor(type_, [], [v]) for v in (start, stop, step)], [vector(type_, [start + k * step for k in range(count)])], **more)
    add("page_1", "i32", 2, 23, 3)
    add("page_2", "i32", 23, 2, -3)
    add("nothing", "i64", 5, 5, 1)
    add("backward_without_elements", "f32", 1, 5, -1)
    add("halves", "f32", 1, 3, 0.5)
    for type_ in INTEGERS + REALS:
        add(type_, type_, 1, 8, 3)
    i64, i32 = Tensor("i64", [], [1]), Tensor("i32", [], [1])
    made.run("step_0", [i64, i64, Tensor("i64", [], [0])], rejected("load", "OP-6"))
    made.run("stop_of_another_type", [i64, i32, i64], rejected("load", "OP-4"))
    made.run("step_of_another_type", [i64, i64, i32], rejected("load", "OP-4"))
    made.run("booleans", [Tensor("boolean", [], [1])] * 3, rejected("load", "OP-4"))
    made.run("start_of_rank_2", [Tensor("i64", [1, 1], [1]), i64, i64], rejected("load", "OP-5"))
    made.add_to(corpus, "operations/range_1", rules=["OP-66", "OP-4", "OP-6", "OP-5"], oracle=ORACLE,
                title="Range-1 makes numbers of the type of its operands.")


def add_cases(corpus):
    for add in (add_depth, add_batch, add_shuffle, add_range_1):
        add(corpus)
