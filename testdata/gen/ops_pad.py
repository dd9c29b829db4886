"""Pad, Reverse and Roll: each output element names the input element that it is."""

import ir
from case import INTEGERS, Tensor, rejected
from frames import scan
from single import REALS, SURVEY, TYPES, Single, counting, element, ints, places, vector

ORACLE = "generator: gen/ops_pad.py"
MODES = ("constant", "edge", "reflect", "symmetric")


def source(mode, position, size):
    """The position of data that is copied to a position; None: pad_value."""
    if 0 <= position < size:
        return position
    if mode == "constant":
        return None
    if mode == "edge":
        return 0 if position < 0 else size - 1
    shared = 0 if mode == "reflect" else 1  # whether the edge is between two elements
    return -position - shared if position < 0 else 2 * (size - 1) - position + shared


def padded(x, begins, ends, mode, value):
    shape = [max(b + size + e, 0) for b, size, e in zip(begins, x.shape, ends)]
    values = []
    for p in places(shape):
        of = [source(mode, k - b, size) for k, b, size in zip(p, begins, x.shape)]
        values.append(value if None in of else element(x, of))
    return Tensor(x.type, shape, values)


def add_pad(corpus):
    for version in ("opset1", "opset12"):
        newest = version == "opset12"
        folder = "operations/pad/version_%s" % version[5:]
        for has_value in (False, True):
            operands = ["x", "begins", "ends"] + ["value"] * has_value
            made = Single("Pad", version, operands, ["pad_mode"], operands[1:])

            def add(name, x, begins, ends, mode, value=0, type_="i64", **more):
                constants = [vector(type_, begins), vector(type_, ends)] + [Tensor(x.type, [], [value])] * has_value
                made.run(name, [x] + constants, [padded(x, begins, ends, mode, value)], {"pad_mode": mode}, **more)
            page = counting("i32", [3, 4])
            if has_value:
                add("page_constant", page, [0, 1], [2, 3], "constant", 15)
                for type_ in INTEGERS + REALS:
                    add(type_, counting(type_, [2, 1]), [1, 0], [0, 2], "constant", 77, known=len(type_) % 2 == 0)
                add("minus_0", vector("f32", [4]), [1], [1], "constant", -0.0, rules=["NUM-5"], **SURVEY)
                made.run("nan_bits", [vector("f32", ["0x7f800001"]), vector("i64", [1]), vector("i64", [0]), Tensor("f32", [], [2])],
                         [Tensor("f32", [2], [2, "0x7f800001"], "nan bits")], {"pad_mode": "constant"}, rules=["NUM-5"], **SURVEY)
                add("empty_data", Tensor("f32", [0, 2], []), [1, 0], [1, 0], "constant", 9)
                add("no_axes", Tensor("f32", [], [3]), [], [], "constant", 9)
                for mode in MODES[1:]:
                    add("ignored_by_" + mode, page, [1, 0], [0, 2], mode, 99, rules=["OP-15"], **SURVEY)
                x, none = vector("f32", [1, 2]), vector("i64", [0])
                made.run("value_of_another_type", [x, none, none, Tensor("i32", [], [0])], rejected("load", "OP-4"), {"pad_mode": "constant"})
                made.run("value_of_rank_1", [x, none, none, vector("f32", [0])], rejected("load", "OP-5"), {"pad_mode": "constant"}, **SURVEY)
                made.add_to(corpus, folder + "/pad_value", rules=["OP-5", "OP-4"], oracle=ORACLE,
                            title="Pad-%s with pad_value puts that value around data." % version[5:])
                continue
            for mode in MODES:
                add("page_" + mode, page, [0, 1], [2, 3], mode, known=mode in ("edge", "reflect"))
                add("most_of_" + mode, counting("i32", [2, 3]), [1, 2], [1, 2], mode, type_="i32")
                add("middle_axis_" + mode, counting("f32", [2, 3, 2]), [0, 2, 0], [0, 1, 0], mode, known=False)
                add("nothing_" + mode, counting("f32", [2, 3]), [0, 0], [0, 0], mode)
                add("one_element_" + mode, vector("f32", [6]), [0], [0], mode)
                add("three_axes_" + mode, counting("i32", [2, 4, 3]), [1, 3, 0], [0, 2, 2], mode)
                for type_ in ("i8", "u64", "f16", "bf16", "f64"):
                    add("%s_%s" % (mode, type_), counting(type_, [3]), [2], [1], mode)
                if newest:
                    add("page_crop_" + mode, page, [-1, -1], [-1, -1], mode)
                    add("page_mixed_" + mode, page, [2, -1], [-1, 3], mode, known=mode in ("constant", "reflect"))
                    add("crop_all_" + mode, page, [-2, 0], [-2, 0], mode)
                    add("crop_past_the_begin_" + mode, vector("i32", [1, 2, 3]), [-4], [2], mode, rules=["OP-15"], **SURVEY)
                    add("crop_past_the_end_" + mode, vector("i32", [1, 2, 3]), [2], [-4], mode, type_="i8", rules=["OP-15"], **SURVEY)
            add("symmetric_by_the_size", counting("i32", [3]), [3], [3], "symmetric")
            add("edge_by_far_more", counting("i32", [2]), [5], [7], "edge", type_="u8")
            x = counting("f32", [3])
            for name, begin, end, mode in (("reflect_3_of_3", 3, 0, "reflect"), ("reflect_3_of_3_behind", 0, 3, "reflect"),
                                           ("symmetric_4_of_3", 4, 0, "symmetric"), ("symmetric_4_of_3_behind", 0, 4, "symmetric")):
                made.run(name, [x, vector("i64", [begin]), vector("i64", [end])], rejected("load", "OP-6"), {"pad_mode": mode})
                made.run(name + "_in_the_run", [x, vector("i64", [begin]), vector("i64", [end])], rejected("run", "OP-6"),
                         {"pad_mode": mode}, known=False)
            made.run("edge_of_nothing", [Tensor("f32", [0], []), vector("i64", [1]), vector("i64", [0])], rejected("load", "OP-6"),
                     {"pad_mode": "edge"}, **SURVEY)
            add("reflect_beside_an_empty_axis", Tensor("f32", [0, 2], []), [0, 1], [0, 0], "reflect", rules=["OP-15"], **SURVEY)
            one, zero = vector("i64", [1]), vector("i64", [0])
            if not newest:
                made.run("negative", [x, vector("i64", [-1]), zero], rejected("load", "OP-6"), {"pad_mode": "constant"}, **SURVEY)
            for name, begins, ends in (("too_many_pads", [1, 1], [0, 0]), ("no_pads", [], []), ("one_and_two_pads", [1], [1, 1])):
                made.run(name, [x, vector("i64", begins), vector("i64", ends)], rejected("load", "OP-5"), {"pad_mode": "constant"})
            made.run("pads_of_rank_2", [x, ints([1, 1], [1]), ints([1, 1], [1])], rejected("load", "OP-5"), {"pad_mode": "constant"})
            made.run("pads_f32", [x, vector("f32", [1]), vector("f32", [1])], rejected("load", "OP-4"), {"pad_mode": "constant"})
            made.run("boolean", [vector("boolean", [1]), one, zero], rejected("load", "OP-4"), {"pad_mode": "constant"})
            made.run("without_pad_mode", [x, one, zero], rejected("load", "OP-2"))
            made.run("pad_mode_wrap", [x, one, zero], rejected("load", "OP-2"), {"pad_mode": "wrap"})
            made.add_to(corpus, folder + "/modes", rules=["OP-6", "OP-5", "OP-2", "OP-4"], oracle=ORACLE,
                        title="Pad-%s puts zeros, edges or reflections around data%s." % (
                            version[5:], ", and negative numbers remove elements" if newest else ""))


def add_reverse(corpus):
    for mode in ("index", "mask"):
        made = Single("Reverse", "opset1", ["x", "axes"], ["mode"], ["axes"])

        def add(name, x, axes, type_="i64", **more):
            """axes: those to reverse"""
            listed = vector(type_, axes) if mode == "index" else vector("boolean", [k in axes for k in range(len(x.shape))])
            values = [element(x, [size - 1 - k if axis in axes else k for axis, (k, size) in enumerate(zip(p, x.shape))])
                      for p in places(x.shape)]
            made.run(name, [x, listed], [Tensor(x.type, x.shape, values)], {"mode": mode}, **more)
        block = counting("i32", [2, 3, 4])
        for axes in ([], [0], [1], [2], [2, 0], [0, 1, 2]):
            add("axes_%s" % ("_".join(map(str, axes)) or "none"), block, axes, "i32" if len(axes) == 1 else "i64", known=len(axes) < 2)
        add("scalar", Tensor("f32", [], [5]), [])
        add("empty", Tensor("f32", [2, 0], []), [0, 1], known=False)
        add("one_of_each", counting("f32", [1, 1]), [0, 1])
        for type_ in TYPES:
            add(type_, counting(type_, [3, 2]), [0], "u8")
        x = counting("f32", [2, 3])
        if mode == "index":
            add("twice", x, [1, 1], rules=["OP-16"], **SURVEY)
            made.run("axis_2_of_rank_2", [x, vector("i64", [2])], rejected("load", "OP-6"), {"mode": mode})
            made.run("axis_m1", [x, vector("i64", [-1])], rejected("load", "OP-6"), {"mode": mode}, **SURVEY)
            made.run("more_axes_than_the_rank", [x, vector("i64", [0, 1, 0])], rejected("load", "OP-5"), {"mode": mode}, **SURVEY)
            made.run("scalar_axis", [x, Tensor("i64", [], [0])], rejected("load", "OP-5"), {"mode": mode})
            made.run("axes_f32", [x, vector("f32", [0])], rejected("load", "OP-4"), {"mode": mode})
            made.run("without_mode", [x, vector("i64", [0])], rejected("load", "OP-2"))
        else:
            made.run("short_mask", [x, vector("boolean", [1])], rejected("load", "OP-5"), {"mode": mode})
            made.run("long_mask", [x, vector("boolean", [1, 0, 0])], rejected("load", "OP-5"), {"mode": mode})
            made.run("mask_of_integers", [x, vector("i64", [1, 0])], rejected("load", "OP-4"), {"mode": mode})
            made.run("mode_axes", [x, vector("boolean", [1, 0])], rejected("load", "OP-2"), {"mode": "axes"})
        made.add_to(corpus, "operations/reverse/" + mode, rules=["OP-5", "OP-6", "OP-2", "OP-4"][:4 if mode == "index" else 1]
                    + ["OP-2", "OP-4"] * (mode == "mask"), oracle=ORACLE,
                    title="Reverse flips the %s." % ("listed axes" if mode == "index" else "axes that a mask selects"))


def add_roll(corpus):
    made = Single("Roll", "opset7", ["x", "shift", "axes"], (), ["shift", "axes"])

    def tensor(type_, value):
        return vector(type_, value) if isinstance(value, list) else Tensor(type_, [], [value])

    def add(name, x, shift, axes, shift_type="i64", axes_type="i64", **more):
        listed = axes if isinstance(axes, list) else [axes]
        shifts = shift if isinstance(shift, list) and len(shift) > 1 else [shift[0] if isinstance(shift, list) and shift else shift] * len(listed)
        total = [0] * len(x.shape)
        for by, axis in zip(shifts, listed):
            total[axis % len(x.shape)] += by
        values = [element(x, [(k - by) % size for k, by, size in zip(p, total, x.shape)]) for p in places(x.shape)]
        made.run(name, [x, tensor(shift_type, shift), tensor(axes_type, axes)], [Tensor(x.type, x.shape, values)], **more)
    page = counting("i32", [4, 3])
    add("page_1", page, 1, 0)
    add("page_2", page, [-1, 2], [0, 1], "i32", known=False)
    add("page_3", page, [1, 2, 1], [0, 1, 0], "i64", "i32")
    add("a_scalar_for_two_axes", page, -2, [0, 1], "i32", "i32")
    add("a_scalar_for_two_axes_unknown", page, 5, [1, 0], known=False)
    add("middle_axis", counting("i32", [2, 5, 3]), [2], [-2])
    add("three_axes", counting("i32", [2, 3, 4]), [1, -1, 3], [0, 1, 2])
    add("by_the_size", page, [3], [1])
    add("by_more_than_the_size", page, [-10], [-1])
    add("int64_ends", counting("i32", [7]), [-2**63, 2**63 - 1, 2**63 - 1], [0, 0, 0])
    add("shifts_that_cancel", page, [5, -5], [0, 0])
    add("no_axes", page, [], [])
    add("empty_data", Tensor("f32", [0, 2], []), [1, 1], [0, 1])
    add("one_element", Tensor("f32", [1], [3]), [4], [0])
    add("a_list_of_one_for_two_axes", page, [2], [0, 1], rules=["OP-16"], **SURVEY)
    add("a_list_of_one_for_a_scalar", page, [2], 0, rules=["OP-16"], **SURVEY)
    add("a_scalar_for_a_list_of_one", page, 2, [1])
    for type_ in TYPES:
        add(type_, counting(type_, [3, 2]), [1], [0])
    x, one = counting("f32", [2, 3]), Tensor("i64", [], [1])
    made.run("two_shifts_of_one_axis", [x, vector("i64", [1, 2]), vector("i64", [0])], rejected("load", "OP-5"))
    made.run("two_shifts_of_three_axes", [x, vector("i64", [1, 2]), vector("i64", [0, 1, 0])], rejected("load", "OP-5"))
    made.run("shift_of_rank_2", [x, ints([1, 1], [1]), vector("i64", [0])], rejected("load", "OP-5"))
    made.run("axes_of_rank_2", [x, one, ints([1, 1], [1])], rejected("load", "OP-5"))
    made.run("axis_2_of_rank_2", [x, one, Tensor("i64", [], [2])], rejected("load", "OP-6"))
    made.run("axis_m3_of_rank_2", [x, one, vector("i64", [0, -3])], rejected("load", "OP-6"))
    made.run("shift_i16", [x, Tensor("i16", [], [1]), one], rejected("load", "OP-4"))
    made.run("axes_u64", [x, one, Tensor("u64", [], [1])], rejected("load", "OP-4"))
    made.add_to(corpus, "operations/roll", rules=["OP-5", "OP-6", "OP-4"], oracle=ORACLE,
                title="Roll moves the elements of axes around; shifts of one axis are added, and are of any size.")


def add_combined(corpus):
    """A crop beside a reflection, an axis that is reversed twice, and one shift in a list for two axes."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [-1, 2]), graph.parameter("H0", "i32", [2, 2])
    body = graph.body()
    xi, h = body.parameter("x", "i32", [1, 2]), body.parameter("h", "i32", [2, 2])
    turned = body.op("Reverse", xi, body.const("i64", [1, 1]), mode="index", shape=[1, 2])
    around = body.op("Pad", turned, body.const("i64", [0, -3]), body.const("i64", [0, 2]), body.const("i32", 99), version="opset12",
                     pad_mode="symmetric", shape=[1, 1])
    rolled = body.op("Roll", h, body.const("i64", [3]), body.const("i64", [0, 1]), version="opset7", shape=[2, 2])
    next_h, part = body.result(body.op("Add", rolled, around, shape=[2, 2]), "next_h"), body.result(around, "part")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    loop.back_edge(next_h, h)
    graph.result(loop.output(next_h, shape=[2, 2]), "H")
    graph.result(loop.output(part, shape=[-1, 1], **scan()), "PARTS")
    corpus.add("operations/moved_in_one_body", rules=["OP-15", "OP-16"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body reverses a row, extends its end by reflection, crops its beginning, and rolls a matrix in two axes.",
               notes="The row [7, 4] reversed once is [4, 7]. It is continued by 7 and 4, and of these four elements only the last stays: 4. "
                     "A shift of 3 is one of 1 in both axes: [[1, 2], [3, 5]] becomes [[5, 3], [2, 1]], plus 4. Then -6 of [-6, 8].",
               runs=[{"name": "two_parts", "tier": "survey", "inputs": {
                   "X": ints([2, 2], [7, 4, 8, -6], "i32"), "H0": ints([2, 2], [1, 2, 3, 5], "i32")},
                   "outputs": [ints([2, 2], [-1, 0, 1, 3], "i32"), ints([2, 1], [4, -6], "i32")]}])


def add_cases(corpus):
    for add in (add_combined, add_pad, add_reverse, add_roll):
        add(corpus)
