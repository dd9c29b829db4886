"""OneHot, NonZero, GatherTree and Eye, literally by the formulas of their pages."""

import math

import ir
from case import INTEGERS, Tensor, rejected
from frames import scan
from single import REALS, SURVEY, TYPES, Single, counting, element, ints, places, vector

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_positions.py"


def hot(indices, depth, on, off, axis):
    rank = len(indices.shape) + 1
    axis %= rank
    shape = indices.shape[:axis] + [depth] + indices.shape[axis:]
    return Tensor(on.type, shape, [(on if element(indices, p[:axis] + p[axis + 1:]) == p[axis] else off).values[0] for p in places(shape)])


def add_one_hot(corpus):
    operands = ["x", "depth", "on", "off"]
    made = Single("OneHot", "opset1", operands, ["axis"], ["depth"], ["{{on_type}}"])

    def add(name, indices, depth, axis, type_="i32", on=1, off=0, **more):
        on, off = Tensor(type_, [], [on]), Tensor(type_, [], [off])
        made.run(name, [indices, Tensor(indices.type, [], [depth]), on, off], [hot(indices, depth, on, off, axis)], {"axis": axis}, **more)
    rows = ints([2, 3], [0, 3, 1, 1, 2, 4])
    add("page_1", ints([4], [0, 3, 1, 2], "i32"), 3, -1, on=1, off=2)
    add("page_2", rows, 3, 1, known=False)
    for axis in (0, 1, 2, -1, -2, -3):
        add("axis_%s" % str(axis).replace("-", "m"), rows, 4, axis, "f32", 2.5, -1, known=axis % 2 == 0)
    add("scalar_index", ints([], [2]), 4, 0, "f32", 7, 3)
    add("depth_1", ints([3], [0, 1, 0]), 1, 0)
    add("deep", ints([2], [299, 7]), 300, -1, "u8")
    add("no_indices", ints([0, 2], []), 3, 1)
    add("four_axes", ints([2, 1, 2], [1, 0, 2, 5], "i32"), 3, -3, "i64", 9, 8)
    add("int64_max", ints([2], [2**63 - 1, 1]), 2, 0)
    for type_ in TYPES:
        add(type_, ints([3], [1, 0, 2]), 2, 1, type_, 1, 0)
    add("minus_0_and_nan", ints([2], [1, 0]), 2, 0, "f32", -0.0, NAN)
    made.run("bits", [ints([1], [1]), Tensor("i64", [], [2]), Tensor("f32", [], ["0xffc00002"]), Tensor("f32", [], ["0x7f800001"])],
             [Tensor("f32", [1, 2], ["0x7f800001", "0xffc00002"], "nan bits")], {"axis": 1}, rules=["NUM-5"], **SURVEY)
    add("negative_indices", ints([4], [-1, 0, -3, 2]), 3, -1, on=5, off=6, rules=["OP-17"], **SURVEY)
    add("int32_min", ints([2], [-2**31, 1], "i32"), 3, 0, rules=["OP-17"], **SURVEY)
    x, three, on, off = ints([2], [0, 1]), Tensor("i64", [], [3]), Tensor("f32", [], [1]), Tensor("f32", [], [0])
    made.run("depth_0", [x, Tensor("i64", [], [0]), on, off], rejected("load", "OP-6"), {"axis": 0}, **SURVEY)
    made.run("depth_m1", [x, Tensor("i64", [], [-1]), on, off], rejected("load", "OP-6"), {"axis": 0})
    made.run("axis_2_of_rank_2", [x, three, on, off], rejected("load", "OP-5"), {"axis": 2})
    made.run("axis_m3_of_rank_2", [x, three, on, off], rejected("load", "OP-5"), {"axis": -3})
    made.run("without_axis", [x, three, on, off], rejected("load", "OP-2"))
    made.run("depth_in_a_list", [x, vector("i64", [3]), on, off], rejected("load", "OP-5"), {"axis": 0}, **SURVEY)
    made.run("two_values", [x, three, vector("f32", [1, 2]), off], rejected("load", "OP-5"), {"axis": 0})
    made.run("values_of_two_types", [x, three, on, Tensor("i32", [], [0])], rejected("load", "OP-4"), {"axis": 0})
    made.run("depth_i32", [x, Tensor("i32", [], [3]), on, off], [hot(x, 3, on, off, 0)], {"axis": 0}, **SURVEY)
    made.run("depth_u8", [x, Tensor("u8", [], [3]), on, off], rejected("load", "OP-4"), {"axis": 0}, **SURVEY)
    made.run("indices_u8", [vector("u8", [0]), Tensor("u8", [], [3]), on, off], rejected("load", "OP-4"), {"axis": 0}, **SURVEY)
    made.run("indices_f32", [vector("f32", [0]), Tensor("f32", [], [3]), on, off], rejected("load", "OP-4"), {"axis": 0})
    made.add_to(corpus, "operations/one_hot", rules=["OP-5", "OP-6", "OP-2", "OP-4"], oracle=ORACLE,
                title="OneHot puts on_value where the position along a new axis is the index, and off_value elsewhere.")


def add_one_hot_16(corpus):
    operands = ["x", "depth", "on", "off"]
    made = Single("OneHot", "opset16", operands, ["axis", "negative_indices_mode"], operands[1:], ["{{on_type}}"])
    for name, axis, mode in (("mode_none", 0, None), ("hyphen", -1, "ignore-negative"), ("underscore", 1, "ignore_negative")):
        x, on, off = ints([4], [-1, 0, -3, 2]), Tensor("i32", [], [5]), Tensor("i32", [], [6])
        made.run(name, [x, Tensor("i64", [], [3]), on, off], [hot(x, 3, on, off, axis)], {"axis": axis, "negative_indices_mode": mode},
                 **(SURVEY if mode else {}))
    on, off = Tensor("i32", [], [1]), Tensor("i32", [], [2])
    for name, type_, last in (("normalize", "i64", -5), ("normalize_i32", "i32", -2**31)):
        made.run(name, [ints([4], [0, -3, -1, last], type_), Tensor(type_, [], [3]), on, off], [hot(ints([4], [0, 0, 2, 3]), 3, on, off, -1)],
                 {"axis": -1, "negative_indices_mode": "normalize"})
    made.run("mode_drop", [x, Tensor("i64", [], [3]), on, off], rejected("load", "OP-2"), {"axis": 0, "negative_indices_mode": "drop"})
    made.add_to(corpus, "operations/one_hot_16", rules=["OP-17", "OP-2"], oracle=ORACLE,
                title="OneHot-16 gives off_value for a negative index, unless negative_indices_mode says otherwise.")


def add_non_zero(corpus):
    made = Single("NonZero", "opset3", ["x"], ["output_type"], outputs=["{{made_type}}"], columns=["made_precision"])

    def add(name, x, type_=None, **more):
        found = [p for p in places(x.shape) if element(x, p) != 0]
        values = [p[axis] for axis in range(len(x.shape)) for p in found]
        made.run(name, [x], [Tensor(type_ or "i64", [len(x.shape), len(found)], values)],
                 {"output_type": type_, "made_precision": ir.PRECISION[type_ or "i64"]}, **more)
    add("page", ints([2, 2], [1, 0, 1, 1], "i32"))
    for type_ in ("i64", "i32"):
        add("three_axes_" + type_, ints([2, 3, 2], [0, 5, 0, 0, -1, 0, 7, 0, 0, 0, 2, 3], "i32"), type_, known=type_ == "i64")
    add("vector", vector("f32", [0.5, 0, 0, -2, 3]), known=False)
    add("none", Tensor("f32", [2, 3], [0] * 6), "i32")
    add("all", counting("u8", [3, 1]))
    add("empty_data", Tensor("f32", [0, 3], []))
    add("first_and_last", vector("f32", [1] + [0] * 20 + [1]))
    for type_ in TYPES:
        add(type_, Tensor(type_, [2, 2], [0, 1, 1, 0]))
    for type_ in REALS:
        tiny = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}[type_]
        add("special_" + type_, vector(type_, [-0.0, 0.0, tiny, -tiny, INF, -INF, -0.0]))
        add("nan_" + type_, vector(type_, [0, NAN]), **SURVEY)
    add("int64_ends", vector("i64", [-2**63, 0, 2**63 - 1, 2**32]))
    add("uint64_ends", vector("u64", [2**64 - 1, 0, 2**63]))
    add("scalar", Tensor("f32", [], [3]), **SURVEY)
    add("scalar_0", Tensor("f32", [], [0]), **SURVEY)
    made.run("output_type_u8", [vector("f32", [1])], rejected("load", "OP-2"), {"output_type": "u8", "made_precision": "U8"})
    made.add_to(corpus, "operations/non_zero", rules=["OP-2", "OP-5"], oracle=ORACLE,
                title="NonZero lists the positions of elements that are not 0, in row-major order, one row for each axis.")


def tree(steps, parents, lengths, end):
    """The page's algorithm. A sequence of no steps stays as it begins."""
    time, batches, beams = steps.shape
    final = {p: end for p in places(steps.shape)}
    for batch in range(batches):
        for beam in range(beams):
            length = min(time, int(lengths[batch]))
            if length <= 0:
                continue
            parent = element(parents, (length - 1, batch, beam))
            final[length - 1, batch, beam] = element(steps, (length - 1, batch, beam))
            for level in reversed(range(length - 1)):
                final[level, batch, beam] = element(steps, (level, batch, int(parent)))
                parent = element(parents, (level, batch, int(parent)))
            finished = False
            for level in range(length):
                if finished:
                    final[level, batch, beam] = end
                elif final[level, batch, beam] == end:
                    finished = True
    return Tensor(steps.type, steps.shape, [final[p] for p in places(steps.shape)])


def add_gather_tree(corpus):
    made = Single("GatherTree", "opset1", ["x", "parents", "lengths", "end"])

    def add(name, x, parents, lengths, end, **more):
        own = Tensor(x.type, x.shape, parents)
        made.run(name, [x, own, vector(x.type, lengths), Tensor(x.type, [], [end])], [tree(x, own, lengths, end)], **more)
    beams = ints([4, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24], "i32")
    crossing = [0, 0, 0, 0, 0, 0, 2, 0, 1, 1, 1, 2, 1, 2, 0, 0, 2, 2, 2, 2, 1, 0, 1, 0]
    add("three_beams", beams, crossing, [4, 4], 99)
    add("two_lengths", beams, crossing, [3, 2], 99, known=False)
    add("longer_than_time", beams, crossing, [9, 2**31 - 1], 99)
    add("end_in_the_middle", beams, crossing, [4, 4], 9)
    add("end_at_the_last_step", beams, crossing, [4, 3], 20)
    add("end_twice", ints([4, 1, 2], [5, 7, 9, 9, 6, 8, 9, 5], "i32"), [0, 0, 1, 0, 0, 1, 1, 0], [4], 9)
    add("one_step", ints([1, 2, 2], [3, 4, 5, 6], "i32"), [1, 0, 1, 0], [1, 1], 5)
    add("one_beam", ints([3, 2, 1], [3, 4, 5, 6, 7, 8], "i32"), [0] * 6, [3, 1], 6, known=False)
    add("parents_before_the_first_step", ints([2, 1, 2], [3, 4, 5, 6], "i32"), [7, -3, 1, 0], [2], 9)
    add("no_batches", Tensor("i32", [3, 0, 2], []), [], [], 9)
    add("length_0", beams, crossing, [0, 2], 99, rules=["OP-18"], **SURVEY)
    add("length_m1", beams, crossing, [3, -1], 99, rules=["OP-18"], **SURVEY)
    for type_ in INTEGERS + REALS:
        add(type_, Tensor(type_, [3, 1, 2], [1, 2, 3, 4, 5, 6]), [0, 0, 1, 0, 1, 0], [3], 4, **({} if type_ in ("i32", "f32") else SURVEY))
    add("tokens_f32", Tensor("f32", [2, 1, 2], [-0.0, 7.5, 3, INF]), [0, 0, 1, 0], [2], 7.5, rules=["OP-18"], **SURVEY)
    four, end = ints([2, 1, 2], [1, 2, 3, 4], "i32"), Tensor("i32", [], [9])
    two = vector("i32", [2])
    for name, parent in (("parent_2_of_2", 2), ("parent_m1", -1)):
        made.run(name, [four, ints([2, 1, 2], [0, 0, 1, parent], "i32"), two, end], rejected("run", "OP-6"), **SURVEY)
    real = [Tensor("f32", [2, 1, 2], [1, 2, 3, 4]), Tensor("f32", [2, 1, 2], [0, 0, 0.5, 1]), vector("f32", [2]), Tensor("f32", [], [9])]
    made.run("half_a_parent", real, rejected("run", "OP-6"), **SURVEY)
    zeros = ints([2, 1, 2], [0] * 4, "i32")
    made.run("other_parents", [four, ints([2, 2, 1], [0] * 4, "i32"), two, end], rejected("load", "OP-5"))
    made.run("rank_2", [ints([2, 2], [1] * 4, "i32"), ints([2, 2], [0] * 4, "i32"), vector("i32", [2, 2]), end], rejected("load", "OP-5"))
    made.run("two_lengths_for_one_batch", [four, zeros, vector("i32", [2, 2]), end], rejected("load", "OP-5"))
    made.run("two_lengths_for_one_batch_in_the_run", [four, zeros, vector("i32", [2, 2]), end], rejected("run", "OP-5"), known=False)
    made.run("one_length_as_a_scalar", [four, zeros, Tensor("i32", [], [2]), end], rejected("load", "OP-5"))
    made.run("end_in_a_list", [four, zeros, two, vector("i32", [9])], rejected("load", "OP-5"), **SURVEY)
    made.run("lengths_i64", [four, zeros, vector("i64", [2]), end], rejected("load", "OP-4"), **SURVEY)
    flags = Tensor("boolean", [2, 1, 2], [0] * 4)
    made.run("boolean", [flags, flags, vector("boolean", [1]), Tensor("boolean", [], [1])], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/gather_tree", rules=["OP-5", "OP-6", "OP-4"], oracle=ORACLE,
                title="GatherTree follows the parents of each beam from its last step, and fills the rest with the end token.")


def add_eye(corpus):
    for batched in (False, True):
        operands = ["x", "columns", "diagonal"] + ["batch"] * batched
        made = Single("Eye", "opset9", operands, ["output_type"], operands, ["{{output_type}}"], columns=["output_precision"])

        def add(name, rows, columns, diagonal, batch=(), output="i32", type_="i64", listed=False, **more):
            one = (lambda v: vector(type_, [v])) if listed else (lambda v: Tensor(type_, [], [v]))
            given = [one(rows), one(columns), one(diagonal)] + [vector(type_, batch)] * batched
            shape = list(batch) + [rows, columns]
            made.run(name, given, [Tensor(output, shape, [int(p[-1] == p[-2] + diagonal) for p in places(shape)])],
                     {"output_type": output, "output_precision": ir.PRECISION[output]}, **more)
        given = {"output_type": "f32", "output_precision": "FP32"}
        one, two = Tensor("i64", [], [1]), Tensor("i64", [], [2])
        if batched:
            add("page_3", 2, 2, 5, [1, 2], "f16")
            add("two_batches", 2, 3, 1, [2], "f32", known=False)
            add("batches_of_batches", 2, 1, 0, [3, 1, 2], "u8", "i32", True)
            add("empty_batch_shape", 3, 2, -1)
            add("no_batches", 2, 2, 0, [2, 0])
            made.run("negative_batch", [two, two, one, vector("i64", [-1])], rejected("load", "OP-6"), given)
            made.run("scalar_batch", [two, two, one, two], rejected("load", "OP-5"), given)
            made.run("batch_f32", [two, two, one, vector("f32", [1])], rejected("load", "OP-4"), given)
            made.add_to(corpus, "operations/eye/batched", rules=["OP-6", "OP-5", "OP-4"], oracle=ORACLE,
                        title="Eye with batch_shape repeats its matrix.")
            continue
        add("page_1", 3, 4, 2)
        add("page_2", 3, 4, -1, type_="i32")
        for diagonal in (-4, -3, -2, 0, 1, 3, 4):
            survey = {"rules": ["OP-19"], **SURVEY} if 3 <= diagonal < 4 else {}
            add("rows_3_columns_4_%s" % str(diagonal).replace("-", "m"), 3, 4, diagonal, listed=diagonal % 2 == 0, **survey)
        for diagonal in (-4, -3, -2, 0, 2, 3):
            survey = {"rules": ["OP-19"], **SURVEY} if -5 < diagonal <= -3 else {}
            add("rows_5_columns_3_%s" % str(diagonal).replace("-", "m"), 5, 3, diagonal, output="f32", type_="i32", **survey)
        add("one_element", 1, 1, 0)
        add("no_rows", 0, 3, 0)
        add("no_columns", 2, 0, 0)
        add("far_above", 2, 3, 2**63 - 1)
        add("far_below", 2, 3, -2**63)
        for type_ in INTEGERS + REALS:
            add(type_, 2, 3, 1, output=type_)
        made.run("rows_m1", [Tensor("i64", [], [-1]), two, one], rejected("load", "OP-6"), given)
        made.run("columns_m1", [two, Tensor("i64", [], [-1]), one], rejected("load", "OP-6"), given)
        made.run("two_diagonals", [two, two, vector("i64", [0, 1])], rejected("load", "OP-5"), given)
        made.run("rows_f32", [Tensor("f32", [], [2])] * 3, rejected("load", "OP-4"), given)
        made.run("rows_i16", [Tensor("i16", [], [2])] * 3, rejected("load", "OP-4"), given)
        made.run("columns_of_another_type", [two, Tensor("i32", [], [2]), one], rejected("load", "OP-4"), given, **SURVEY)
        made.run("output_boolean", [two, two, one], rejected("load", "OP-2"), {"output_type": "boolean", "output_precision": "BOOL"})
        made.run("without_output_type", [two, two, one], rejected("load", "OP-2"), {"output_precision": "I32"})
        made.add_to(corpus, "operations/eye/one_matrix", rules=["OP-6", "OP-5", "OP-2", "OP-4"], oracle=ORACLE,
                    title="Eye has ones on one diagonal, above or below the main one.")


def add_combined(corpus):
    """A negative index, a sequence of no steps and a diagonal from column 3 on, in one body."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [-1, 2]), graph.parameter("H0", "i32", [1, 4])
    body = graph.body()
    xi, h = body.parameter("x", "i32", [1, 2]), body.parameter("h", "i32", [1, 4])
    marks = body.op("OneHot", xi, body.const("i32", 4), body.const("i32", 7), body.const("i32", 1), axis=1, shape=[1, 4, 2])
    row = body.op("ReduceSum", marks, body.const("i64", [2]), keep_dims="false", shape=[1, 4])
    corner = body.op("Eye", body.const("i64", 1), body.const("i64", 4), body.const("i64", 3), version="opset9", type="i32", shape=[1, 4],
                     output_type="i32")
    next_h = body.result(body.op("Add", body.op("Add", h, row, shape=[1, 4]), corner, shape=[1, 4]), "next_h")
    steps = body.op("Reshape", xi, body.const("i64", [2, 1, 1]), special_zero="false", shape=[2, 1, 1])
    length = body.op("Gather", xi, body.const("i64", [0]), body.const("i64", 1), version="opset8", batch_dims=0, shape=[1, 1])
    flat = body.op("Reshape", length, body.const("i64", [1]), special_zero="false", shape=[1])
    beam = body.op("GatherTree", steps, body.const("i32", [0, 0], [2, 1, 1]), flat, body.const("i32", 9), shape=[2, 1, 1])
    beams = body.result(body.op("Reshape", beam, body.const("i64", [1, 2]), special_zero="false", shape=[1, 2]), "beams")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    loop.back_edge(next_h, h)
    graph.result(loop.output(next_h, shape=[1, 4]), "H")
    graph.result(loop.output(beams, shape=[-1, 2], **scan()), "BEAMS")
    corpus.add("operations/positions_in_one_body", rules=["OP-17", "OP-18", "OP-19"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body marks positions, some of them negative, adds a diagonal from column 3 on, and gathers beams.",
               notes="[2, -1] marks position 2 once: 1 + 1, 1 + 1, 7 + 1, 1 + 1. [-3, 1] marks position 1. The matrix of one row has its one in "
                     "column 3. The first beam has two steps, 2 and -1. The second one has length -3, so all of it is the end token, 9.",
               runs=[{"name": "two_parts", "tier": "survey", "inputs": {
                   "X": ints([2, 2], [2, -1, -3, 1], "i32"), "H0": ints([1, 4], [10, 20, 30, 40], "i32")},
                   "outputs": [ints([1, 4], [14, 30, 40, 46], "i32"), ints([2, 2], [2, -1, 9, 9], "i32")]}])


def add_cases(corpus):
    for add in (add_combined, add_one_hot, add_one_hot_16, add_non_zero, add_gather_tree, add_eye):
        add(corpus)
