"""Broadcast, which repeats elements along axes."""

from case import Tensor, rejected
from ops_movement import moved
from single import SURVEY, TYPES, Single, counting, vector

ORACLE = "generator: gen/ops_broadcast.py"


def spread(x, shape, mapping):
    """Axis i of x is axis mapping[i] of the result."""
    return moved(x.type, x, shape, lambda p: [0 if size == 1 else p[axis] for size, axis in zip(x.shape, mapping)])


def at_the_end(x, shape):
    return spread(x, shape, range(len(shape) - len(x.shape), len(shape)))


def both(x, target):
    """Either of two sizes may be 1, and the target may have fewer axes."""
    rank = max(len(x.shape), len(target))
    left, right = ([1] * (rank - len(sizes)) + list(sizes) for sizes in (x.shape, target))
    return at_the_end(x, [b if a == 1 else a for a, b in zip(left, right)])


def add_numpy(corpus, version):
    made = Single("Broadcast", "opset%d" % version, ["x", "shape"], ["mode"], ["shape"])
    for name, x_shape, shape, type_ in (
            ("new_axes", [3], [2, 2, 3], "i64"), ("stretched", [2, 1, 3], [2, 4, 3], "i32"), ("both", [4, 1], [3, 4, 2], "i64"),
            ("scalar", [], [2, 3], "i32"),
            ("scalar_to_scalar", [], [], "i64"), ("same", [2, 3], [2, 3], "i64"), ("page", [4, 1, 1], [1, 4, 3, 2], "i64"),
            ("empty", [1], [2, 0], "i64"), ("bytes", [2, 1], [2, 3], "u8"), ("signed_bytes", [1, 3], [2, 3], "i8"),
            ("empty_stays", [0, 1], [0, 3], "i64"), ("rank_5", [2, 1, 1], [2, 1, 2, 3, 2], "i64")):
        x = counting("i32", x_shape)
        made.run(name, [x, vector(type_, shape)], [at_the_end(x, shape)], {"mode": "numpy"}, known=len(name) % 2 == 0)
    for type_ in TYPES:
        x = counting(type_, [2, 1])
        made.run(type_, [x, vector("i64", [2, 3])], [at_the_end(x, [2, 3])])
    x = counting("f32", [2, 3])
    for name, shape in (("another_size", [3, 3]), ("target_is_1", [2, 1]), ("fewer_axes", [3])):
        made.run(name, [x, vector("i64", shape)], rejected("load", "OP-5"))
        made.run(name + "_in_the_run", [x, vector("i64", shape)], rejected("load" if len(shape) < 2 else "run", "OP-5"), known=False)
    made.run("negative_dimension", [vector("f32", [1]), vector("i64", [2, -1])], rejected("load", "OP-6"), **SURVEY)
    made.run("shape_f32", [x, vector("f32", [2, 3])], rejected("load", "OP-4"))
    made.run("shape_of_rank_2", [x, Tensor("i64", [1, 2], [2, 3])], rejected("load", "OP-5"))
    if version == 1:
        made.run("mode_bidirectional", [x, vector("i64", [2, 3])], rejected("load", "OP-2"), {"mode": "bidirectional"}, **SURVEY)
    else:
        made.run("mode_both", [x, vector("i64", [2, 3])], rejected("load", "OP-2"), {"mode": "both"})
    made.run("explicit_without_mapping", [x, vector("i64", [2, 3])], rejected("load", "OP-3"), {"mode": "explicit"})
    made.add_to(corpus, "operations/broadcast_%d/numpy" % version, rules=["OP-5", "OP-2", "OP-3", "OP-4", "OP-6"], oracle=ORACLE,
                title="Broadcast-%d repeats data to a shape, aligned at the last axis; no dimension of data shrinks." % version)


def add_explicit(corpus, version):
    made = Single("Broadcast", "opset%d" % version, ["x", "shape", "mapping"], ["mode"], ["shape", "mapping"])
    for name, x_shape, shape, mapping in (
            ("channels", [3], [2, 3, 4], [1]), ("page", [2, 3], [4, 2, 3, 2], [1, 2]), ("first", [2], [2, 3], [0]),
            ("apart", [2, 3], [2, 4, 3], [0, 2]),
            ("stretched", [1, 3], [2, 3, 2], [0, 1]), ("scalar", [], [2, 2], []), ("every_axis", [2, 3], [2, 3], [0, 1]),
            ("empty", [1], [0, 2], [1])):
        x = counting("i32", x_shape)
        made.run(name, [x, vector("i64", shape), vector("i32", mapping)],
                 [spread(x, shape, mapping)], {"mode": "explicit"}, known=len(name) % 2 == 0)
    x = counting("f32", [2, 3])
    for name, shape, mapping, rule in (("out_of_order", [3, 2], [1, 0], "OP-6"), ("outside", [2, 3], [0, 2], "OP-6"),
                                       ("negative", [2, 3], [-2, 1], "OP-6"),
                                       ("twice", [2, 2], [0, 0], "OP-6"), ("short", [2, 3], [1], "OP-5"),
                                       ("another_size", [3, 3], [0, 1], "OP-5")):
        made.run(name, [x, vector("i64", shape), vector("i64", mapping)], rejected("load", rule), {"mode": "explicit"},
                 **(SURVEY if name == "negative" else {}))
    made.run("mapping_f32", [x, vector("i64", [2, 3]), vector("f32", [0, 1])], rejected("load", "OP-4"), {"mode": "explicit"})
    if version == 1:
        column = counting("i32", [2])
        made.run("written_as_none", [column, vector("i64", [2, 3]), vector("i64", [0])], [spread(column, [2, 3], [0])], {"mode": "none"}, **SURVEY)
    made.add_to(corpus, "operations/broadcast_%d/explicit" % version, rules=["OP-5", "OP-6", "OP-4", "OP-2"], oracle=ORACLE,
                title="Broadcast-%d with axes_mapping: axis i of data is axis axes_mapping[i] of the result." % version)


def add_bidirectional(corpus):
    made = Single("Broadcast", "opset3", ["x", "shape"], ["mode"], ["shape"])

    def run(name, x, target, result, known=True):
        made.run(name, [x, vector("i64", target)], result, {"mode": "bidirectional"}, known)
    for name, sizes, target in (
            ("new_axes", [3], [2, 2, 3]), ("page", [16, 1, 1], [1, 1, 5]), ("target_is_1", [2, 3], [2, 1]), ("fewer_axes", [2, 3, 2], [3, 1]),
            ("scalar", [], [2, 3]), ("scalar_target", [2, 3], []), ("scalar_to_scalar", [], []), ("same", [2, 3], [2, 3]),
            ("each_stretches_the_other", [1, 3, 1], [2, 1, 4]), ("target_of_more_axes", [3, 1], [2, 1, 3, 2]), ("empty", [1], [2, 0]),
            ("empty_stays", [0, 1], [0, 3]), ("empty_data", [0, 1], [1, 3]), ("empty_target", [2, 1], [1, 0])):
        x = counting("i32", sizes)
        for known in (True, False):
            run("%s_%s" % (name, "known" if known else "unknown"), x, target, [both(x, target)], known)
    for type_ in TYPES:
        x = counting(type_, [2, 1])
        run(type_, x, [1, 3], [both(x, [1, 3])])
    x = counting("f32", [2, 3])
    for name, target in (("another_size", [3, 3]), ("shorter_and_another_size", [2])):
        run(name, x, target, rejected("load", "OP-5"))
        run(name + "_in_the_run", x, target, rejected("run", "OP-5"), False)
    made.add_to(corpus, "operations/broadcast_3/bidirectional", rules=["OP-5"], oracle=ORACLE,
                title="Broadcast-3 in the mode bidirectional: either of two sizes may be 1.")


def add_cases(corpus):
    for version in (1, 3):
        add_numpy(corpus, version)
        add_explicit(corpus, version)
    add_bidirectional(corpus)
