"""Operations that only move elements: each output element names the input element that it is."""

import math

from case import INTEGERS, Tensor, rejected
from single import TYPES, Single, counting, element, places, vector

ORACLE = "generator: gen/ops_movement.py"
# a signaling NaN with a payload, and a negative quiet one
PAYLOADS = {"f16": ["0x7d01", "0xfe02"], "bf16": ["0x7f81", "0xffc2"], "f32": ["0x7f800001", "0xffc00002"],
            "f64": ["0x7ff0000000000001", "0xfff8000000000002"]}


def moved(type_, x, shape, source):
    """The tensor whose element at a place is the element of x at source(place)."""
    return Tensor(type_, shape, [element(x, source(place)) for place in places(shape)])


def gather_runs(version):
    """Gather-1 has no batches. Gather-8 also has negative indices, and zeros for those outside of the axis."""
    has_batches = version != 1

    def gathered(x, indices, axis, batch):
        axis %= len(x.shape)
        batch = batch + len(indices.shape) if batch < 0 else batch
        shape = x.shape[:axis] + indices.shape[batch:] + x.shape[axis + 1:]
        count = len(indices.shape) - batch

        def value(p):
            index = element(indices, p[:batch] + p[axis:axis + count])
            index = index + x.shape[axis] if index < 0 else index
            return element(x, p[:axis] + (index,) + p[axis + count:]) if 0 <= index < x.shape[axis] else 0
        return Tensor(x.type, shape, [value(p) for p in places(shape)])

    made = Single("Gather", "opset%d" % version, ["x", "indices", "axis"], ["batch_dims"] * has_batches, ["axis"])

    def add(name, x, indices, axis, batch, type_="i64", listed=False, **more):
        if has_batches or not batch:
            along = vector(type_, [axis]) if listed else Tensor(type_, [], [axis])
            made.run(name, [x, indices, along], [gathered(x, indices, axis, batch or 0)], {"batch_dims": batch}, **more)
    add("page_1", counting("i32", [5]), vector("i32", [0, 0, 4]), 0, None)
    rows = Tensor("i64", [2, 3], [0, 0, 4, 4, 0, 0])
    add("page_2", counting("i32", [2, 5]), rows, 1, 1, "i32")
    add("page_3", counting("i32", [2, 2, 5]), Tensor("i32", [2, 2, 3], [0, 0, 4, 4, 0, 0, 1, 2, 4, 4, 3, 2]), 2, 2)
    add("page_4", counting("i32", [2, 1, 5, 4]), Tensor("i32", [2, 3], [1, 2, 4, 4, 3, 2]), 2, 1)
    add("page_5", counting("i32", [2, 5]), rows, 1, -1, known=False)
    add("batch_m2", counting("i32", [2, 5]), rows, 1, -2)
    add("every_axis_is_a_batch", counting("i32", [2, 3]), Tensor("i32", [2], [2, 0]), 1, 1, known=False)
    add("scalar_index", counting("i32", [3, 2]), Tensor("i32", [], [2]), 0, 0)
    add("matrix_of_indices", counting("i32", [2, 3, 2]), Tensor("u8", [2, 2], [2, 0, 1, 1]), -2, 0, "i8", known=False)
    add("axis_in_a_list", counting("i32", [3, 2]), vector("i32", [1, 0, 1]), -1, 0, "i32", True)
    add("no_index", counting("i32", [3, 2]), vector("i32", []), 0, 0)
    add("other_axes_empty", Tensor("i32", [3, 0], []), vector("i32", [2, 2]), 0, 0)
    for type_ in TYPES:
        add(type_, counting(type_, [3, 2]), vector("i64", [2, 0]), 0, 0)
    for type_, bits in PAYLOADS.items():
        made.run(type_ + "_bits", [vector(type_, bits), vector("i64", [1, 0]), Tensor("i64", [], [0])],
                 [Tensor(type_, [2], bits[::-1], "nan bits")], tier="survey", rules=["NUM-5"])
    x, axis = counting("f32", [2, 3]), Tensor("i64", [], [1])
    if version == 8:
        add("from_the_end", x, vector("i64", [-1, 0, -3, 2]), 1, 0)
        add("outside", x, vector("i64", [3, 1, -4, 2**40, -2**40]), 1, 0, rules=["OP-6"])
        for type_ in INTEGERS:
            last = [-1, -3] if type_[0] == "i" else [1, 3]
            add("indices_" + type_, x, vector(type_, [2, 3, 100] + last), 1, 0, rules=["OP-6"])
        for type_ in ("boolean", "f16", "f64", "i8"):
            add("outside_" + type_, counting(type_, [2, 2]), vector("i32", [1, 2, -3, -2]), 0, 0, known=False, rules=["OP-6"])
        add("outside_in_batches", counting("i32", [2, 3]), Tensor("i64", [2, 3], [-1, 3, 0, -4, 2, -2]), 1, 1)
        add("outside_of_rows", counting("f32", [2, 2, 2]), Tensor("i32", [2, 2], [-1, 2, -3, 0]), 1, 0)
    else:
        for name, index in (("index_3_of_3", 3), ("index_m1", -1)):
            made.run(name, [x, vector("i64", [0, index]), axis], rejected("run", "OP-6"), tier="survey")
    made.run("axis_2_of_rank_2", [x, vector("i64", [0]), Tensor("i64", [], [2])], rejected("load", "OP-6"))
    made.run("scalar_data", [Tensor("f32", [], [1]), vector("i64", [0]), Tensor("i64", [], [0])], rejected("load", ["OP-5", "OP-6"]))
    made.run("two_axes", [x, vector("i64", [0]), vector("i64", [0, 1])], rejected("load", "OP-5"))
    made.run("indices_f32", [x, vector("f32", [0]), axis], rejected("load", "OP-4"))
    if not has_batches:
        return made
    made.run("axis_below_batch_dims", [x, Tensor("i64", [2, 1], [0, 0]),
             Tensor("i64", [], [0])], rejected("load", "OP-6"), {"batch_dims": 1})
    made.run("batch_dims_2_of_rank_1", [x, vector("i64", [0]), axis], rejected("load", "OP-5"), {"batch_dims": 2})
    made.run("batches_differ", [x, Tensor("i64", [3, 1], [0, 0, 0]), axis], rejected("load", "OP-5"), {"batch_dims": 1})
    made.run("batches_differ_in_the_run", [x, Tensor("i64", [3, 1], [0, 0, 0]), axis],
             rejected("run", "OP-5"), {"batch_dims": 1}, known=False)
    return made


def add_gather(corpus):
    for version, title in ((1, "Gather-1 takes slices along an axis; an index is not negative."),
                           (7, "Gather-7 takes slices along an axis, with leading batch dimensions; an index is not negative."),
                           (8, "Gather-8 takes slices along an axis; a negative index counts from the end, and one outside gives zeros.")):
        gather_runs(version).add_to(corpus, "operations/gather_%d" % version, rules=["OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE, title=title)


def add_tile(corpus):
    def tiled(x, repeats):
        rank = max(len(repeats), len(x.shape))
        sizes, times = [1] * (rank - len(x.shape)) + x.shape, [1] * (rank - len(repeats)) + list(repeats)
        long = Tensor(x.type, sizes, x.values)
        return moved(x.type, long, [a * b for a, b in zip(sizes, times)], lambda p: [k % size for k, size in zip(p, sizes)])

    made = Single("Tile", "opset1", ["x", "repeats"], (), ["repeats"])
    for name, shape, repeats, type_ in (
            ("equal_ranks", [2, 3], [2, 3], "i64"), ("more_repeats", [2, 3], [2, 2, 2], "i32"), ("fewer_repeats", [2, 2, 3], [3, 2], "i64"),
            ("inner_alone", [2, 3], [1, 2], "i64"), ("outer_alone", [2, 3], [2, 1], "i8"), ("once", [2, 3], [1, 1], "i64"),
            ("none", [2, 3], [2, 0], "i64"),
            ("empty_data", [2, 0], [3, 2], "i64"), ("scalar", [], [4], "u8"), ("scalar_in_rank_2", [], [2, 3], "i64"),
            ("no_repeats", [2, 2], [], "i64"),
            ("rank_4", [1, 2, 1, 2], [2, 1, 3, 2], "i64")):
        x = counting("i32", shape)
        made.run(name, [x, vector(type_, repeats)], [tiled(x, repeats)], known=len(name) % 2 == 0)
    for type_ in TYPES:
        x = counting(type_, [2, 2])
        made.run(type_, [x, vector("i64", [1, 2])], [tiled(x, [1, 2])])
    x = counting("f32", [2])
    made.run("negative", [x, vector("i64", [-1])], rejected("load", "OP-6"), tier="survey")
    made.run("repeats_f32", [x, vector("f32", [2])], rejected("load", "OP-4"))
    made.run("repeats_of_rank_2", [x, Tensor("i64", [1, 1], [2])], rejected("load", "OP-5"), tier="survey")
    made.add_to(corpus, "operations/tile", rules=["OP-5", "OP-4", "OP-6"], oracle=ORACLE,
                title="Tile repeats data along every axis; 1s come before the shorter of shape and repeats.")


def add_squeeze(corpus):
    def squeezed(x, axes):
        over = range(len(x.shape)) if not axes else [axis % len(x.shape) for axis in axes]
        return Tensor(x.type, [size for k, size in enumerate(x.shape) if size != 1 or k not in over], x.values)

    made = Single("Squeeze", "opset15", ["x", "axes"], ["allow_axis_skip"], ["axes"])
    for name, shape, axes, type_ in (
            ("page", [1, 3, 1, 2], [0, 2], "i64"), ("one_of_two", [1, 3, 1], [0], "i32"), ("negative", [1, 3, 1], [-1], "i64"),
            ("to_a_scalar", [1], [0], "i8"),
            ("not_1", [2, 1, 3], [0, 1], "i64"), ("twice", [1, 2, 1], [0, -3], "i64"), ("any_order", [1, 2, 1], [2, 0], "u8"),
            ("no_axes", [1, 2, 1], [], "i64"),
            ("empty_data", [1, 0], [0], "i64"), ("empty_axis", [1, 0], [1], "i64"), ("ones", [1, 1], [1, 0], "i64")):
        x = counting("i32", shape)
        for skip in ("false", "true") if name in ("page", "not_1") else (None,):
            made.run(name + {"false": "", "true": "_skips", None: ""}[skip], [x, vector(type_, axes)], [squeezed(x, axes)],
                     {"allow_axis_skip": skip},
                     known=len(name) % 2 == 0 or name in ("no_axes", "not_1"),
                     **({"tier": "survey"} if name in ("twice", "no_axes") else {}))
    x = counting("i32", [2, 1, 3])  # the page's note: a dimension that is not known counts as 1
    made.run("not_1_unknown", [x, vector("i64", [0, 1])], [squeezed(x, [0, 1])], known=False, tier="survey")
    made.run("scalar_axis", [counting("i32", [2, 1]), Tensor("i64", [], [1])], [counting("i32", [2])])
    for type_ in TYPES:
        x = counting(type_, [2, 1])
        made.run(type_, [x, vector("i64", [1])], [squeezed(x, [1])])
    x = counting("f32", [1, 2])
    made.run("axis_2_of_rank_2", [x, vector("i64", [2])], rejected("load", "OP-6"))
    made.run("axis_m3_of_rank_2", [x, vector("i64", [-3])], rejected("load", "OP-6"))
    made.run("axes_f32", [x, vector("f32", [0])], rejected("load", "OP-4"))
    made.run("axes_of_rank_2", [x, Tensor("i64", [1, 1], [0])], rejected("load", "OP-5"), tier="survey")
    made.run("allow_axis_skip_maybe", [x, vector("i64", [0])], rejected("load", "OP-2"), {"allow_axis_skip": "maybe"})
    made.add_to(corpus, "operations/squeeze_15/axes", rules=["OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE,
                title="Squeeze-15 removes the dimensions of 1 that axes names, and keeps the others that it names.")
    made = Single("Squeeze", "opset15", ["x"], ["allow_axis_skip"])
    for name, shape in (("none", [2, 3]), ("all", [1, 1]), ("some", [1, 2, 1, 3, 1]), ("scalar", []), ("empty", [1, 0])):
        x = counting("i16", shape)
        made.run(name, [x], [squeezed(x, [])])
    made.add_to(corpus, "operations/squeeze_15/every_axis", rules=["OP-5", "OP-3"], oracle=ORACLE,
                title="Squeeze-15 without axes removes every dimension of 1.")


def add_variadic_split(corpus):
    def parts(x, axis, lengths):
        axis %= len(x.shape)
        rest = x.shape[axis] - sum(length for length in lengths if length >= 0)
        first, out = 0, []
        for length in lengths:
            length = rest if length < 0 else length
            shape = x.shape[:axis] + [length] + x.shape[axis + 1:]
            out.append(moved(x.type, x, shape, lambda p, f=first: p[:axis] + (p[axis] + f,) + p[axis + 1:]))
            first += length
        return out

    made = Single("VariadicSplit", "opset1", ["x", "axis", "lengths"], (), ["axis", "lengths"], ["{{x_type}}"] * 3)
    for name, shape, axis, lengths, type_ in (
            ("page", [6, 2], 0, [1, 2, 3], "i64"), ("rest_first", [6, 2], 0, [-1, 2, 1], "i64"),
            ("rest_in_the_middle", [2, 7], 1, [2, -1, 3], "i32"),
            ("rest_last", [2, 7], -1, [1, 2, -1], "i64"), ("rest_is_empty", [5], 0, [2, -1, 3], "i64"),
            ("empty_part", [2, 5], 1, [2, 0, 3], "i8"),
            ("middle_axis", [2, 6, 2], -2, [1, 3, 2], "i64"), ("empty_data", [0, 2], 0, [0, 0, 0], "i64"),
                                              ("other_axis_empty", [0, 6], 1, [3, 2, 1], "i64")):
        x = counting("i32", shape)
        made.run(name, [x, Tensor("i64", [], [axis]), vector(type_, lengths)], parts(x, axis, lengths), known=len(name) % 2 == 0)
    x = counting("i32", [6])
    made.run("axis_in_a_list", [x, vector("i32", [0]), vector("i32", [3, 1, 2])], parts(x, 0, [3, 1, 2]))
    for type_ in TYPES:
        x = counting(type_, [2, 4])
        made.run(type_, [x, Tensor("i64", [], [1]), vector("i64", [1, 2, 1])], parts(x, 1, [1, 2, 1]))
    x, axis = counting("f32", [6, 2]), Tensor("i64", [], [0])
    for name, lengths, rule in (("sum_too_small", [1, 2, 2], "OP-6"), ("sum_too_large", [1, 2, 4], "OP-6"),
                                ("rest_below_0", [5, -1, 2], "OP-6"),
                                ("two_rests", [-1, -1, 2], "OP-6"), ("below_m1", [-2, 4, 4], "OP-6"), ("two_lengths", [3, 3], "OP-3"),
                                ("four_lengths", [1, 1, 2, 2], "OP-3")):
        made.run(name, [x, axis, vector("i64", lengths)], rejected("load", rule), **
                 ({"tier": "survey"} if name in ("two_lengths", "four_lengths") else {}))
    made.run("sum_in_the_run", [x, axis, vector("i64", [1, 2, 2])], rejected("run", "OP-6"), known=False)
    made.run("axis_2_of_rank_2", [x, Tensor("i64", [], [2]), vector("i64", [1, 2, 3])], rejected("load", "OP-6"))
    made.run("two_axes", [x, vector("i64", [0, 1]), vector("i64", [1, 2, 3])], rejected("load", "OP-5"))
    made.run("lengths_f32", [x, axis, vector("f32", [1, 2, 3])], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/variadic_split", rules=["OP-6", "OP-3", "OP-4", "OP-5"], oracle=ORACLE,
                title="VariadicSplit cuts an axis into parts of given lengths; one -1 takes the rest.")


def add_shapes_and_copies(corpus):
    made = Single("ShapeOf", "opset1", ["x"], outputs=["i64"])
    for shape in ([], [0], [3], [2, 0, 4], [1, 2, 3, 4, 5]):
        for known in (True, False):
            made.run("rank_%d_%s%s" % (len(shape), "known" if known else "unknown", "_empty" * (0 in shape)),
                     [Tensor("f32", shape, [0] * math.prod(shape))], [vector("i64", shape)], known=known)
    for type_ in TYPES:
        made.run(type_, [counting(type_, [2, 1])], [vector("i64", [2, 1])])
    made.add_to(corpus, "operations/shape_of_1", rules=["OP-3"], oracle=ORACLE,
                title="ShapeOf-1 gives the dimensions of any tensor as i64.")

    made = Single("ShapeOf", "opset3", ["x"], ["output_type"], outputs=["{{y_type}}"], columns=["y_precision"])

    def add(name, x, type_, attribute, known=True):
        made.run(name, [x], [vector(type_, x.shape)], {"output_type": attribute, "y_precision": type_.upper()}, known)
    for type_ in ("i32", "i64"):
        for shape in ([], [0], [3], [2, 0, 4], [1, 2, 3, 4, 5]):
            for known in (True, False):
                add("%s_rank_%d_%s%s" % (type_, len(shape), "known" if known else "unknown", "_empty" * (0 in shape)),
                    Tensor("f32", shape, [0] * math.prod(shape)), type_, type_, known)
    for type_ in TYPES:
        add(type_, counting(type_, [2, 1]), "i64", "i64")
    add("without_output_type", counting("f32", [2, 1]), "i64", None)
    made.run("output_type_u8", [counting("f32", [2])], rejected("load", "OP-2"), {"output_type": "u8", "y_precision": "U8"})
    made.add_to(corpus, "operations/shape_of_3", rules=["OP-2", "OP-3"], oracle=ORACLE,
                title="ShapeOf-3 gives the dimensions of any tensor as i64 or i32.")

    made = Single("Identity", "opset16", ["x"], body=True)
    for type_ in TYPES:
        x = counting(type_, [3, 2])
        made.run(type_, [x], [x])
    for type_, bits in PAYLOADS.items():
        made.run(type_ + "_bits", [vector(type_, bits)], [Tensor(type_, [2], bits, "nan bits")], tier="survey", rules=["NUM-5"])
    made.add_to(corpus, "operations/identity/in_a_body", rules=["NUM-5", "OUT-2"], oracle=ORACLE,
                title="Identity in a body keeps every element of every type.")
    made = Single("Identity", "opset16", ["x"])
    for shape in ([], [0], [2, 0, 3], [1, 2, 3, 2]):
        made.run("rank_%d" % len(shape), [counting("f32", shape)], [counting("f32", shape)], known=len(shape) != 3)
    made.add_to(corpus, "operations/identity/of_shapes", rules=["NUM-5"], oracle=ORACLE, title="Identity keeps shapes of every rank.")


def add_cases(corpus):
    for add in (add_gather, add_tile, add_squeeze, add_variadic_split, add_shapes_and_copies):
        add(corpus)
