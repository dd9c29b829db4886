"""Slice, SliceScatter and SegmentMax, by the formulas of their pages, and a body with bags of embeddings."""

import itertools
import math

import ir
from case import INTEGERS, Tensor, rejected
from single import REALS, SURVEY, Single, counting, element, ints, places, vector

INF, NAN = math.inf, math.nan
ORACLE = "generator: gen/ops_rows.py"
LARGEST = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f32": 3.4028234663852886e38, "f64": 1.7976931348623157e308}


def scattered(x, updates, start, stop, step, axes=None):
    """out[start:stop:step, ...] = updates, with Python's own slices."""
    cuts = [range(size) for size in x.shape]
    for k, axis in enumerate(range(len(start)) if axes is None else axes):
        cuts[axis % len(x.shape)] = range(x.shape[axis])[slice(start[k], stop[k], step[k])]
    assert [len(cut) for cut in cuts] == updates.shape, (cuts, updates.shape)
    where = dict(zip(itertools.product(*cuts), updates.values))
    return Tensor(x.type, x.shape, [where.get(p, element(x, p)) for p in places(x.shape)])


def add_slice(corpus):
    """Python's own slices of [1, 2, 3, 4], whose ends are before, at and beyond both ends of the axis."""
    line = counting("i32", [4])
    for what, constants, edges in (("inputs", (), (-6, -5, -4, -3, -1, 0, 1, 3, 4, 6)), ("constants", ("start", "stop", "step"), (-9, -4, -2, 0, 3, 5))):
        made = Single("Slice", "opset8", ("x", "start", "stop", "step"), (), constants)
        for start, stop, step in itertools.product(edges, edges, (-3, -1, 1, 2)):
            values = line.values[start:stop:step]
            name = "from_%d_to_%d_by_%d" % (start, stop, step)
            made.run(name.replace("-", "m"), [line] + [vector("i64", [v]) for v in (start, stop, step)], [Tensor("i32", [len(values)], values)])
        made.add_to(corpus, "operations/slice/" + what, rules=["OP-50"], oracle=ORACLE,
                    title="Slice selects what Python's slices select, with its borders as %s." % what)

    made = Single("Slice", "opset8", ("x", "start", "stop", "step"))
    for name, start, stop, expected in (("before_the_first", -5, -6, []), ("at_the_first", -4, -6, [1]), ("beyond_the_last", 9, 1, [4, 3])):
        made.run(name, [line] + [vector("i64", [v]) for v in (start, stop, -1)], [Tensor("i32", [len(expected)], expected)])
    made.add_to(corpus, "operations/slice/backward", rules=["OP-50"], oracle="by-hand", kind="boundary",
                title="Slice backward from before, at and beyond the ends of an axis.",
                notes="The axis has the positions 0 to 3, so -4 is the first one and -5 is before it.")

    made = Single("Slice", "opset8", ("x", "start", "stop", "step"))
    cube = counting("i32", [2, 2, 2])
    for name, borders, shape, expected in (("one", ([1], [2], [1]), [1, 2, 2], [5, 6, 7, 8]), ("two", ([0, -1], [2, -3], [1, -1]), [2, 2, 2], [3, 4, 1, 2, 7, 8, 5, 6])):
        made.run(name, [cube] + [vector("i64", values) for values in borders], [Tensor("i32", shape, expected)])
    made.add_to(corpus, "operations/slice/first_axes", rules=["OP-50"], oracle="by-hand", kind="boundary",
                title="Slice without axes cuts the first ones.", notes="x is [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], and the other axes stay.")

    made = Single("Slice", "opset8", ("x", "start", "stop", "step"))
    largest, smallest, wide = 2**63 - 1, -2**63, 2**32
    for name, borders, expected in (("to_2_pow_31", (0, 2**31, 1), [1, 2, 3, 4]), ("to_2_pow_32", (0, wide, 1), [1, 2, 3, 4]),
                                    ("to_the_largest", (0, largest, 1), [1, 2, 3, 4]), ("from_2_pow_32", (wide, 5, 1), []),
                                    ("backward_from_the_largest", (largest, -5, -1), [4, 3, 2, 1]), ("backward_to_the_smallest", (2, smallest, -1), [3, 2, 1]),
                                    ("by_2_pow_32_and_1", (0, 4, wide + 1), [1]), ("backward_by_2_pow_32_and_1", (3, -9, -wide - 1), [4])):
        made.run(name, [line] + [vector("i64", [v]) for v in borders], [Tensor("i32", [len(expected)], expected)])
    made.add_to(corpus, "operations/slice/past_32_bits", rules=["OP-50"], oracle="by-hand", kind="boundary",
                title="The borders and the step of a Slice do not fit into 32 bits.",
                notes="The axis has 4 positions. 2^63 - 1 is what converters write for 'to the end'.")


def add_slice_scatter(corpus):
    for with_axes in (False, True):
        operands = ["x", "updates", "start", "stop", "step"] + ["axes"] * with_axes
        made = Single("SliceScatter", "opset15", operands, (), operands[2:])

        def add(name, x, shape, start, stop, step, axes=None, type_="i64", axis_type="i64", **more):
            assert with_axes == (axes is not None), name
            updates = Tensor(x.type, shape, [50 + 3 * k for k in range(math.prod(shape))])
            lists = [vector(type_, start), vector(type_, stop), vector(type_, step)] + ([vector(axis_type, axes)] if with_axes else [])
            made.run(name, [x, updates] + lists, [scattered(x, updates, start, stop, step, axes)], **more)
        rows, line = counting("f32", [2, 5], 0), counting("i32", [6])
        if with_axes:
            add("page_1", rows, [1, 5], [0], [1], [1], [0], "i32", "i32")
            add("page_2", rows, [2, 3], [-25], [25], [2], [1], known=False)
            block = counting("i32", [2, 3, 4])
            for axes in ([0, 1], [1, 0], [2, 0], [-1, -2], [1, -1]):
                sizes = [2, 3, 4]
                start, stop, step = [1, -2], [2, 100], [1, 1]
                cut = [range(sizes[axis])[slice(a, b, c)] for axis, a, b, c in zip(axes, start, stop, step)]
                for axis, positions in zip(axes, cut):
                    sizes[axis] = len(positions)
                add("axes_%s" % "_".join(map(str, axes)).replace("-", "m"), block, sizes, start, stop, step, axes, known=axes[0] == 0)
            add("no_axes_are_cut", rows, [2, 5], [], [], [], [])
            two = [vector("i64", v) for v in ([0, 0], [1, 1], [1, 1])]
            one = Tensor("f32", [1, 5], [1] * 5)
            made.run("axis_named_twice", [rows, Tensor("f32", [1, 1], [7])] + two + [vector("i64", [0, -2])], rejected("load", "OP-6"))
            made.run("axis_2_of_rank_2", [rows, one] + [vector("i64", [v]) for v in (0, 1, 1, 2)], rejected("load", "OP-6"))
            made.run("two_axes_for_one_range", [rows, one] + [vector("i64", v) for v in ([0], [1], [1], [0, 1])], rejected("load", "OP-5"))
            made.run("axes_f32", [rows, one] + [vector("i64", [v]) for v in (0, 1, 1)] + [vector("f32", [0])], rejected("load", "OP-4"))
            made.add_to(corpus, "operations/slice_scatter/axes", rules=["OP-5", "OP-6", "OP-4"], oracle=ORACLE,
                        title="SliceScatter with axes replaces a slice along these axes.")
            continue
        add("page_3", counting("f32", [3, 5], 0), [2, 2], [0, 1], [3, 5], [2, 2], type_="i32")
        for name, count, start, stop, step in (("forward", 2, 1, 3, 1), ("stride_2", 3, 0, 6, 2), ("stride_4", 2, 1, 6, 4), ("stride_100", 1, 4, 6, 100),
                                               ("from_the_end", 2, -3, -1, 1), ("backward", 3, 4, 1, -1), ("backward_by_3", 2, 5, -7, -3),
                                               ("whole", 6, 0, 2**63 - 1, 1), ("whole_backward", 6, 2**31 - 1, -2**63, -1), ("nothing", 0, 3, 3, 1),
                                               ("nothing_forward", 0, 5, 2, 1), ("nothing_backward", 0, 2, 5, -1), ("behind_the_end", 0, 6, 9, 1)):
            add(name, line, [count], [start], [stop], [step], known=count % 2 == 0)
        add("before_the_start_backward", line, [0], [-9], [-10], [-1], **SURVEY)
        add("empty_data", Tensor("f32", [0, 2], []), [0, 2], [0], [5], [1])
        for type_ in INTEGERS + REALS:
            add(type_, counting(type_, [3, 2]), [2, 2], [1], [3], [1])
        for type_ in INTEGERS:
            add("positions_" + type_, line, [2], [1], [5], [3], type_=type_, **({} if type_ in ("i32", "i64") else SURVEY))
        one, zero, unit = Tensor("f32", [1, 5], [1] * 5), vector("i64", [0]), vector("i64", [1])
        made.run("bits", [vector("f32", [1, 2]), vector("f32", ["0xffc00002"]), unit, vector("i64", [2]), unit],
                 [Tensor("f32", [2], ["0x3f800000", "0xffc00002"], "nan bits")], rules=["NUM-5"], **SURVEY)
        made.run("step_0", [rows, one, zero, unit, zero], rejected("load", "OP-6"))
        made.run("updates_are_not_repeated", [rows, Tensor("f32", [1, 1], [1]), zero, unit, unit], rejected("load", "OP-5"))
        made.run("updates_of_another_size", [rows, one, zero, vector("i64", [2]), unit], rejected("load", "OP-5"))
        made.run("updates_of_another_size_in_the_run", [rows, one, zero, vector("i64", [2]), unit], rejected("run", "OP-5"), known=False)
        made.run("updates_of_another_rank", [rows, vector("f32", [1] * 5), zero, unit, unit], rejected("load", "OP-5"))
        made.run("lists_of_two_lengths", [rows, one, zero, vector("i64", [1, 5]), unit], rejected("load", "OP-5"))
        made.run("scalar_start", [rows, one, Tensor("i64", [], [0]), unit, unit], rejected("load", "OP-5"))
        made.run("scalar_data", [Tensor("f32", [], [1]), Tensor("f32", [], [2])] + [vector("i64", [])] * 3, rejected("load", "OP-5"))
        made.run("updates_of_another_type", [rows, Tensor("f16", [1, 5], [1] * 5), zero, unit, unit], rejected("load", "OP-4"))
        made.run("start_f32", [rows, one, vector("f32", [0]), unit, unit], rejected("load", "OP-4"))
        made.run("stop_of_another_type", [rows, one, zero, vector("i32", [1]), unit], rejected("load", "OP-4"), **SURVEY)
        made.run("booleans", [vector("boolean", [1]), vector("boolean", [0]), zero, unit, unit], rejected("load", "OP-4"), **SURVEY)
        made.add_to(corpus, "operations/slice_scatter/leading_axes", rules=["OP-5", "OP-6", "OP-4"], oracle=ORACLE,
                    title="SliceScatter replaces a slice along the first axes by updates of the slice's shape.")


def greatest(values):
    if any(v != v for v in values):
        return NAN
    return sorted(values, key=lambda v: (v, math.copysign(1, v)))[-1]


def lowest(type_):
    if type_ in REALS:
        return -LARGEST[type_]
    return 0 if type_[0] == "u" else -2 ** (int(type_[1:]) - 1)


def add_segment_max(corpus):
    for with_number in (False, True):
        operands = ["x", "ids"] + ["number"] * with_number
        made = Single("SegmentMax", "opset16", operands, ["fill_mode"], operands[1:])

        def add(name, x, ids, number=None, mode="ZERO", type_="i64", number_type="i64", **more):
            count = ids[-1] + 1 if number is None and ids else number or 0
            empty = lowest(x.type) if mode.upper() == "LOWEST" else 0
            shape = [count] + x.shape[1:]
            rows = [[i for i, one in enumerate(ids) if one == segment] for segment in range(count)]
            values = [greatest([element(x, (i,) + p[1:]) for i in rows[p[0]]]) if rows[p[0]] else empty for p in places(shape)]
            given = [] if number is None else [Tensor(number_type, [], [number])]
            made.run(name, [x, vector(type_, ids)] + given, [Tensor(x.type, shape, values)], {"fill_mode": mode}, **more)
        five, rows = vector("f32", [1, 5, -3, -2, -7]), Tensor("i32", [3, 4], [5, 1, 7, 2, 3, 9, -1, -8, 4, 0, -6, -5])
        if with_number:
            for number in (0, 1, 2, 4, 8):
                for mode in ("ZERO", "LOWEST"):
                    add("page_%d_%s" % (number, mode.lower()), five, [0, 0, 2, 3, 3], number, mode, "i32", known=number % 4 == 0)
            add("rows", rows, [0, 2, 2], 4, "LOWEST", number_type="i32")
            add("no_rows", Tensor("f32", [0, 2], []), [], 2)
            add("rows_without_elements", Tensor("f32", [2, 0], []), [0, 1], 3)
            number = Tensor("i64", [], [2])
            for name, ids in (("descending", [1, 0]), ("negative_id", [-1, 0])):
                made.run(name, [vector("f32", [1, 2]), vector("i64", ids), number], rejected("run", "OP-6"), {"fill_mode": "ZERO"},
                         rules=["OP-31"], **SURVEY)
            two, both = vector("f32", [1, 2]), vector("i64", [0, 1])
            made.run("m1_segments", [two, both, Tensor("i64", [], [-1])], rejected("load", "OP-6"), {"fill_mode": "ZERO"})
            made.run("number_in_a_list", [two, both, vector("i64", [2])], rejected("load", "OP-5"), {"fill_mode": "ZERO"})
            made.run("number_f32", [two, both, Tensor("f32", [], [2])], rejected("load", "OP-4"), {"fill_mode": "ZERO"})
            made.run("number_u8", [two, both, Tensor("u8", [], [2])], rejected("load", "OP-4"), {"fill_mode": "ZERO"}, **SURVEY)
            made.add_to(corpus, "operations/segment_max/num_segments", rules=["OP-31", "OP-6", "OP-5", "OP-4"], oracle=ORACLE,
                        title="SegmentMax with num_segments drops or adds segments at the end.")
            continue
        add("page_text", vector("f32", [3, 1, 2, -5, -4, 8, 6, 7]), [0, 0, 0, 1, 1, 3, 5, 5])
        add("page_3", rows, [0, 1, 1], mode="LOWEST", known=False)
        add("one_segment", rows, [0, 0, 0], type_="i32")
        add("first_segment_empty", five, [1, 1, 1, 2, 2], mode="LOWEST")
        add("three_axes", counting("u8", [3, 2, 2]), [0, 0, 1], known=False)
        add("no_ids", Tensor("f32", [0, 2], []), [], rules=["OP-31"], **SURVEY)
        add("lower_case_zero", five, [0, 0, 2, 3, 3], mode="zero", rules=["OP-31"])
        add("lower_case_lowest", five, [0, 0, 1, 1, 1], mode="lowest", rules=["OP-31"])
        for type_ in INTEGERS + REALS:
            x = vector(type_, [3, 1, 2, 7] if type_[0] == "u" else [-3, -1, -2, -7])
            add(type_ + "_zero", x, [0, 0, 2, 2])
            add(type_ + "_lowest", x, [0, 0, 2, 2], mode="LOWEST", rules=["OP-31"], **(SURVEY if type_ in REALS else {}))
        for type_ in REALS:
            add("infinities_" + type_, vector(type_, [-INF, -INF, INF, 1]), [0, 0, 1, 1], mode="LOWEST")
            add("nan_" + type_, vector(type_, [NAN, 5, 5, NAN, 1]), [0, 0, 1, 1, 2], rules=["NUM-9"], **SURVEY)
            add("zeros_" + type_, vector(type_, [-0.0, 0, 0, -0.0, -0.0]), [0, 0, 1, 1, 2], rules=["NUM-9"], **SURVEY)
        add("int64_ends", vector("i64", [2**63 - 1, -2**63, -2**63]), [0, 0, 1])
        two = vector("f32", [1, 2])
        for name, ids in (("descending", [1, 0]), ("negative_id", [-1, 0])):
            made.run(name, [two, vector("i64", ids)], rejected("load", "OP-6"), {"fill_mode": "ZERO"}, rules=["OP-31"], **SURVEY)
        made.run("one_id_for_two_rows", [two, vector("i64", [0])], rejected("load", "OP-5"), {"fill_mode": "ZERO"})
        made.run("ids_of_rank_2", [two, ints([2, 1], [0, 0])], rejected("load", "OP-5"), {"fill_mode": "ZERO"})
        made.run("scalar_data", [Tensor("f32", [], [1]), vector("i64", [0])], rejected("load", "OP-5"), {"fill_mode": "ZERO"})
        made.run("booleans", [vector("boolean", [1, 0]), vector("i64", [0, 0])], rejected("load", "OP-4"), {"fill_mode": "ZERO"}, **SURVEY)
        made.run("ids_f32", [two, vector("f32", [0, 0])], rejected("load", "OP-4"), {"fill_mode": "ZERO"})
        made.run("without_fill_mode", [two, vector("i64", [0, 0])], rejected("load", "OP-2"))
        made.run("fill_mode_one", [two, vector("i64", [0, 0])], rejected("load", "OP-2"), {"fill_mode": "ONE"})
        made.add_to(corpus, "operations/segment_max/inferred", rules=["OP-31", "OP-5", "OP-4", "OP-2"], oracle=ORACLE,
                    title="SegmentMax gives the maximum of the rows of each segment, and 0 or the lowest number without rows.",
                    notes="The page's examples write the attribute empty_segment_value; its text says fill_mode, like OpenVINO.")


def add_combined(corpus):
    """Bags of a table that changes in each iteration, and the greatest of the segments, NaN among them."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1, 2]), graph.parameter("H0", "f32", [3, 2])
    body = graph.body()
    xi, h = body.parameter("x", "f32", [1, 2]), body.parameter("h", "f32", [3, 2])
    bags = body.op("EmbeddingBagOffsets", h, body.const("i64", [2, 0, 1]), body.const("i64", [1, 3]), version="opset15", shape=[2, 2])
    greatest_ = body.op("SegmentMax", h, body.const("i64", [0, 0, 2]), body.const("i64", 3), version="opset16", shape=[3, 2], fill_mode="ZERO")
    row = body.op("Add", body.op("ReduceSum", bags, body.const("i64", [0]), keep_dims="true", shape=[1, 2]), xi, shape=[1, 2])
    next_h = body.result(body.op("SliceScatter", greatest_, row, *[body.const("i64", [v]) for v in (1, 2, 1)], version="opset15", shape=[3, 2]), "next_h")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    loop.back_edge(next_h, h)
    graph.result(loop.output(next_h, shape=[3, 2]), "H")
    corpus.add("operations/rows_in_one_body", rules=["OP-31", "OP-32"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A body adds rows in bags, takes the maximum of segments, and writes a sum into the empty one.",
               notes="The bags begin at index 1, so they are rows 0 and 1, and none. First: rows 0 and 1 are [1, 5] and [3, 2], so row 1 becomes "
                     "[4, 7] + [10, 20]; the segments are [3, 5], empty, and [NaN, -1]. Then: rows 0 and 1 are [3, 5] and [14, 27].",
               runs=[{"name": "two_parts", "tier": "survey", "inputs": {
                   "X": Tensor("f32", [2, 2], [10, 20, -1, 1]), "H0": Tensor("f32", [3, 2], [1, 5, 3, 2, NAN, -1])},
                   "outputs": [Tensor("f32", [3, 2], [14, 27, 16, 33, NAN, -1])]}])


def add_cases(corpus):
    for add in (add_combined, add_slice, add_slice_scatter, add_segment_max):
        add(corpus)
