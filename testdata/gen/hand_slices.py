"""Slicing and port maps by hand: every value below comes directly from the rule, not from code that slices."""

import case
import ir
from case import Tensor, scalar
from frames import as_written

AXES = [  # shape, shape of a part, axis, X (its formula), the parts joined along axis 0
    ([3], [1], 0, [7, 8, 9], [3], [7, 8, 9]),
    ([3], [1], -1, [7, 8, 9], [3], [7, 8, 9]),
    ([2, 3], [1, 3], 0, [0, 1, 2, 10, 11, 12], [2, 3], [0, 1, 2, 10, 11, 12]),
    ([2, 3], [1, 3], -2, [0, 1, 2, 10, 11, 12], [2, 3], [0, 1, 2, 10, 11, 12]),
    ([2, 3], [2, 1], 1, [0, 1, 2, 10, 11, 12], [6, 1], [0, 10, 1, 11, 2, 12]),
    ([2, 3], [2, 1], -1, [0, 1, 2, 10, 11, 12], [6, 1], [0, 10, 1, 11, 2, 12]),
    ([2, 3, 4], [1, 3, 4], 0, "abc", [2, 3, 4],
     [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 100, 101, 102, 103, 110, 111, 112, 113, 120, 121, 122, 123]),
    ([2, 3, 4], [2, 1, 4], 1, "abc", [6, 1, 4],
     [0, 1, 2, 3, 100, 101, 102, 103, 10, 11, 12, 13, 110, 111, 112, 113, 20, 21, 22, 23, 120, 121, 122, 123]),
    ([2, 3, 4], [2, 1, 4], -2, "abc", [6, 1, 4],
     [0, 1, 2, 3, 100, 101, 102, 103, 10, 11, 12, 13, 110, 111, 112, 113, 20, 21, 22, 23, 120, 121, 122, 123]),
    ([2, 3, 4], [2, 3, 1], 2, "abc", [8, 3, 1],
     [0, 10, 20, 100, 110, 120, 1, 11, 21, 101, 111, 121, 2, 12, 22, 102, 112, 122, 3, 13, 23, 103, 113, 123]),
    ([2, 3, 4], [2, 3, 1], -1, "abc", [8, 3, 1],
     [0, 10, 20, 100, 110, 120, 1, 11, 21, 101, 111, 121, 2, 12, 22, 102, 112, 122, 3, 13, 23, 103, 113, 123]),
    ([2, 3, 4], [1, 3, 4], -3, "abc", [2, 3, 4],
     [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 100, 101, 102, 103, 110, 111, 112, 113, 120, 121, 122, 123]),
    ([2, 1, 3, 2], [2, 1, 1, 2], 2, [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021], [6, 1, 1, 2],
     [0, 1, 1000, 1001, 10, 11, 1010, 1011, 20, 21, 1020, 1021]),
    ([2, 1, 3, 2], [2, 1, 3, 1], -1, [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021], [4, 1, 3, 1],
     [0, 10, 20, 1000, 1010, 1020, 1, 11, 21, 1001, 1011, 1021]),
    ([2, 1, 3, 2], [2, 1, 3, 2], 1, [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021], [2, 1, 3, 2],
     [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021]),
    ([1, 2, 1, 3, 2], [1, 1, 1, 3, 2], -4, [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021],
     [2, 1, 1, 3, 2], [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021]),
    ([1, 2, 1, 3, 2], [1, 2, 1, 1, 2], 3, [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021],
     [3, 2, 1, 1, 2], [0, 1, 1000, 1001, 10, 11, 1010, 1011, 20, 21, 1020, 1021]),
    ([1, 2, 1, 3, 2], [1, 2, 1, 3, 1], 4, [0, 1, 10, 11, 20, 21, 1000, 1001, 1010, 1011, 1020, 1021],
     [2, 2, 1, 3, 1], [0, 10, 20, 1000, 1010, 1020, 1, 11, 21, 1001, 1011, 1021]),
]
ABC = [100 * a + 10 * b + c for a in range(2) for b in range(3) for c in range(4)]

# start, end, stride, part width, and the positions of a six-position axis in the order in which they arrive.
BORDERS = [
    ("defaults", None, None, None, 1, [0, 1, 2, 3, 4, 5], "required"),
    ("whole_forward", 0, -1, 1, 1, [0, 1, 2, 3, 4, 5], "required"),
    ("whole_backward", -1, 0, -1, 1, [5, 4, 3, 2, 1, 0], "required"),
    ("start_1", 1, -1, 1, 1, [1, 2, 3, 4, 5], "required"),
    ("start_5", 5, -1, 1, 1, [5], "required"),
    ("start_4_by_2", 4, -1, 2, 2, [4, 5], "required"),
    ("end_m2", 0, -2, 1, 1, [0, 1, 2, 3, 4], "required"),
    ("end_m6", 0, -6, 1, 1, [0], "required"),
    ("start_1_end_m3", 1, -3, 1, 1, [1, 2, 3], "required"),
    ("by_2", 0, -1, 2, 2, [0, 1, 2, 3, 4, 5], "required"),
    ("by_3", 0, -1, 3, 3, [0, 1, 2, 3, 4, 5], "required"),
    ("by_6", 0, -1, 6, 6, [0, 1, 2, 3, 4, 5], "required"),
    ("back_by_2", -1, 0, -2, 2, [4, 5, 2, 3, 0, 1], "required"),
    ("back_by_3", -1, 0, -3, 3, [3, 4, 5, 0, 1, 2], "required"),
    ("back_by_6", -1, 0, -6, 6, [0, 1, 2, 3, 4, 5], "required"),
    ("back_from_m2_to_1", -2, 1, -1, 1, [4, 3, 2, 1], "required"),
    ("back_from_m1_to_2_by_2", -1, 2, -2, 2, [4, 5, 2, 3], "required"),
    ("back_from_m3_to_0_by_4", -3, 0, -4, 4, [0, 1, 2, 3], "required"),
    ("last_alone_backward", -1, 5, -1, 1, [5], "required"),
    ("both_plain", 1, 4, 1, 1, [1, 2, 3, 4], "survey"),
    ("both_plain_by_2", 1, 4, 2, 2, [1, 2, 3, 4], "survey"),
    ("both_negative", -5, -2, 1, 1, [1, 2, 3, 4], "survey"),
    ("both_plain_backward", 4, 1, -1, 1, [4, 3, 2, 1], "survey"),
    ("both_negative_backward_by_2", -2, -5, -2, 2, [3, 4, 1, 2], "survey"),
    ("one_position", 3, 3, 1, 1, [3], "survey"),
    ("start_m2", -2, 5, 1, 1, [4, 5], "survey"),
]

# stride, part_size, parts of a seven-position axis
PARTS = [
    ("gap_of_1", 0, -1, 2, 1, [[0], [2], [4], [6]]),
    ("gap_of_2_left_over_1", 0, -1, 4, 2, [[0, 1], [4, 5]]),
    ("gap_of_1_between", 0, -1, 4, 3, [[0, 1, 2], [4, 5, 6]]),
    ("gap_of_2", 0, -1, 3, 1, [[0], [3], [6]]),
    ("windows_of_3", 0, -1, 1, 3, [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6]]),
    ("windows_of_3_by_2", 0, -1, 2, 3, [[0, 1, 2], [2, 3, 4], [4, 5, 6]]),
    ("one_window_of_7", 0, -1, 1, 7, [[0, 1, 2, 3, 4, 5, 6]]),
    ("gaps_backward", -1, 0, -4, 2, [[5, 6], [1, 2]]),
    ("a_part_would_begin_in_the_rest", 0, -1, 3, 2, None),
    ("a_part_would_begin_in_the_rest_backward", -1, 0, -3, 2, None),
    ("windows_leave_a_rest", 0, -1, 2, 4, None),
    ("gap_backward_of_1", -1, 0, -2, 1, [[6], [4], [2], [0]]),
    ("windows_backward", -1, 0, -2, 3, [[4, 5, 6], [2, 3, 4], [0, 1, 2]]),
    ("windows_backward_by_1", -1, 0, -1, 5, [[2, 3, 4, 5, 6], [1, 2, 3, 4, 5], [0, 1, 2, 3, 4]]),
    ("as_wide_as_the_stride", 1, -1, 2, 2, [[1, 2], [3, 4], [5, 6]]),
    ("as_wide_as_the_stride_backward", -1, 1, -3, 3, [[4, 5, 6], [1, 2, 3]]),
]

# three elements of each type, extremes and special values among them
TYPES = {
    "boolean": [True, False, False], "i8": [-128, 127, 3], "i16": [-32768, 32767, 3],
    "i32": [-2147483648, 2147483647, 16777217], "i64": [-2**63, 2**63 - 1, 2**53 + 1],
    "u8": [255, 0, 128], "u16": [65535, 0, 32768], "u32": [4294967295, 0, 2147483648],
    "u64": [2**64 - 1, 0, 2**63], "f16": [65504, "0x0001", "0xfe01"], "bf16": ["0x7f7f", "0x0001", "0xffc1"],
    "f32": ["0x7f7fffff", "0x00000001", "0xffc00001"],
    "f64": ["0x7fefffffffffffff", "0x0000000000000001", "0xfff8000000000001"],
}


def through(type_, shape, part, result_shape, width, **attributes):
    """X cut into parts that go directly to a scan output along axis 0, along which they are `width` wide."""
    graph = ir.Graph()
    x = graph.parameter("X", type_, shape)
    body = graph.body()
    part_value = body.parameter("part", type_, part)
    same = body.result(part_value, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part_value, **attributes)
    graph.result(loop.output(same, shape=result_shape, axis=0, **as_written(width)), "parts")
    return graph.text()


def loop_through(type_, shape, part, trip, width, **attributes):
    """The same model as a Loop with a constant trip count."""
    graph = ir.Graph()
    x = graph.parameter("X", type_, shape)
    body = graph.body()
    part_value = body.parameter("part", type_, part)
    same = body.result(part_value, "same")
    more = body.result(body.const("boolean", True), "more")
    loop = graph.loop(body, trip(graph), graph.const("boolean", True))
    loop.execution_condition(more)
    loop.input(x, part_value, **attributes)
    graph.result(loop.output(same, shape=[-1] + list(part[1:]), axis=0,
                             **as_written(width)), "parts")
    return graph


def row_name(shape, axis):
    return "rank_%d_axis_%s" % (len(shape), str(axis).replace("-", "m"))


def add_axes(corpus):
    runs = [{"name": row_name(shape, axis), "at": [",".join(map(str, shape)), ",".join(map(str, part)), axis, part[0]],
             **({"tier": "survey"} if axis < 0 else {}), "inputs": {"X": Tensor("i32", shape, ABC if x == "abc" else x)},
             "outputs": [Tensor("i32", joined, values)]}
            for shape, part, axis, x, joined, values in AXES]
    corpus.add("tensor_iterator/slices/rank_and_axis", rules=["SLICE-1", "SLICE-4", "OUT-2"], kind="boundary",
               title="A tensor of any rank is cut into parts of 1 along its first, middle or last axis, counted from either end.",
               oracle="by-hand", model=through("i32", "{{shape}}", "{{part}}", None, "{{width}}", axis="{{axis}}"),
               notes="X[a, b, c] = 100 a + 10 b + c. The parts are joined along axis 0, so the cut axis comes first: "
                     "axis 1 of [2, 3, 4] gives X[0, 0, :], X[1, 0, :], X[0, 1, :], X[1, 1, :], X[0, 2, :], X[1, 2, :].",
               columns=["shape", "part", "axis", "width"], runs=runs)


def add_borders(corpus):
    x = Tensor("i32", [6, 2], [0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51])
    runs, loop_runs = [], []
    for name, start, end, stride, width, order, tier in BORDERS:
        row = {"name": name, "at": [start, end, stride, width], **({"tier": tier} if tier != "required" else {})}
        out = [Tensor("i32", [len(order), 2], [v for p in order for v in (10 * p, 10 * p + 1)])]
        runs.append({**row, "outputs": out})
        loop_runs.append({**row, "inputs": {"trip": scalar("i64", len(order) // width)}, "outputs": out})
    attributes = {"start": "{{start}}", "end": "{{end}}", "stride": "{{stride}}", "part_size": "{{width}}"}
    notes = ("X[p] = (10 p, 10 p + 1). Both borders are included; a negative one counts from 6. Backward by 2 from the "
             "last of 6, the parts are (4, 5), (2, 3), (0, 1), each in ascending order.")
    common = dict(rules=["SLICE-2", "SLICE-3", "SLICE-4", "SLICE-5"], oracle="by-hand", notes=notes, kind="boundary",
                  columns=["start", "end", "stride", "width"])
    corpus.add("tensor_iterator/slices/borders", model=through("i32", [6, 2], ["{{width}}", 2], [-1, 2], "{{width}}", axis=0, **attributes),
               title="Borders are positions, both included and counted from the end if negative; the sign of stride is the "
                     "direction.", inputs={"X": x}, runs=runs, **common)
    graph = loop_through("i32", [6, 2], ["{{width}}", 2], lambda g: g.parameter("trip", "i64", []), "{{width}}",
                         axis=0, **attributes)
    corpus.add("loop/slices/borders", model=graph.text(), weights=graph.weights.data,
               title="A Loop whose trip count is the number of parts cuts its input like a TensorIterator.",
               inputs={"X": x}, runs=loop_runs, **common)


def add_part_sizes(corpus):
    def joined(parts):
        return [Tensor("i16", [2 * len(parts), len(parts[0])],
                       [10 * r + p + 1 for part in parts for r in range(2) for p in part])]
    x = {"X": Tensor("i16", [2, 7], [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17])}
    runs = [{"name": name, "at": [start, end, stride, size],
             **({} if size == abs(stride) else {"tier": "survey"}),
             **({"outputs": joined(parts)} if parts else case.rejected("load", "SLICE-6"))}
            for name, start, end, stride, size, parts in PARTS]
    corpus.add("tensor_iterator/slices/part_size", rules=["SLICE-4", "SLICE-5", "SLICE-6"], kind="boundary",
               title="The attribute part_size is the width of a part: parts narrower than the stride leave gaps, wider ones overlap.",
               oracle="by-hand", columns=["start", "end", "stride", "part_size"], inputs=x, runs=runs,
               notes="X[r, p] = 10 r + p + 1. There are 7 positions. Stride 4 and parts of 2 give (0, 1), (4, 5); position 6 is left over "
                     "and fits in the gap of 2. Stride 3 and parts of 2 give (0, 1), (3, 4); 6 would begin a part, so it is rejected.",
               model=through("i16", [2, 7], [2, "{{part_size}}"], [-1, "{{part_size}}"], 2, axis=1, start="{{start}}",
                             end="{{end}}", stride="{{stride}}", part_size="{{part_size}}"))


def add_types(corpus):
    runs = []
    for type_, (a, b, c) in TYPES.items():
        exact = "nan bits" if type_[0] in "fb" and type_ != "boolean" else None
        runs.append({"name": type_, "at": [type_, ir.PRECISION[type_]], "inputs": {"X": Tensor(type_, [3], [a, b, c])},
                     "outputs": [Tensor(type_, [3], [c, b, a], exact), Tensor(type_, [1], [a], exact)]})
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [3])
    body = graph.body()
    part = body.parameter("part", "{{type}}", [1])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0, start=-1, end=0, stride=-1)
    graph.result(loop.output(same, shape=[3], axis=0), "parts")
    graph.result(loop.output(same, shape=[1]), "last")
    corpus.add("tensor_iterator/slices/element_types", rules=["SLICE-5", "OUT-1", "OUT-2", "NUM-5"], kind="boundary",
               title="Parts of every element type pass through with the same bits, including NaN payloads.",
               oracle="by-hand", model=graph.text(), columns=["type", "precision"], runs=runs,
               notes="X is read backward and joined forward: (a, b, c) gives (c, b, a), and the last value is a.")


def add_loop_parts(corpus):
    x = Tensor("i32", [4, 1], [4, 40, 400, 4000])
    graph = loop_through("i32", [4, 1], [1, 1], lambda g: g.parameter("trip", "{{type}}", "{{trip_shape}}"), 1, axis=0,
                         start="{{start}}", end="{{end}}", stride="{{stride}}")
    runs = []
    for name, type_, shape, dims, bounds, n, values in (
            ("first_two", "i64", "", [], [0, -1, 1], 2, [4, 40]),
            ("last_three", "i32", "", [], [-1, 0, -1], 3, [4000, 400, 40]),
            ("all", "i64", "1", [1], [0, -1, 1], 4, [4, 40, 400, 4000]),
            ("from_the_second", "i32", "1", [1], [1, -1, 1], 2, [40, 400]),
            ("none", "i64", "", [], [0, -1, 1], 0, []),
            ("one_too_many", "i64", "", [], [0, -1, 1], 5, None),
            ("one_too_many_backward", "i32", "", [], [-1, 0, -1], 5, None),
            ("one_too_many_from_the_second", "i64", "1", [1], [1, -1, 1], 4, None)):
        result = {"outputs": [Tensor("i32", [n, 1], values)]} if values is not None else {
            "tier": "survey", **case.rejected("run", "SLICE-9")}
        runs.append({"name": name, "at": [type_, ir.PRECISION[type_], shape] + bounds,
                     "inputs": {"trip": Tensor(type_, dims, [n])}, **result})
    corpus.add("loop/slices/fewer_and_more_iterations_than_parts", rules=["SLICE-9", "TRIP-1", "TRIP-3", "ZERO-2"],
               kind="boundary", oracle="by-hand", model=graph.text(), weights=graph.weights.data,
               title="A Loop reads no parts after its last iteration; an iteration after the last part is an error.",
               notes="X = (4; 40; 400; 4000). A trip count of N reads the first N parts, up to 4.",
               columns=["type", "precision", "trip_shape", "start", "end", "stride"], inputs={"X": x}, runs=runs)


def add_cases(corpus):
    for add in (add_axes, add_borders, add_part_sizes, add_types, add_loop_parts):
        add(corpus)
