"""Outputs and loops without an iteration, by hand."""

import case
import ir
from case import Tensor
from frames import counted, flag, i32, scan, trip, typed


def add_scan_axes(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", "{{x_shape}}")
    body = graph.body()
    part = body.parameter("part", "i32", "{{part}}")
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis="{{x_axis}}")
    graph.result(loop.output(same, shape="{{none}}", axis="{{axis}}", start="{{start}}", end="{{end}}",
                             stride="{{stride}}", part_size="{{part_size}}"), "joined")
    graph.result(loop.output(same, shape="{{part}}"), "last")
    x243 = [100 * a + 10 * b + c for a in range(2) for b in range(4) for c in range(3)]
    runs = []
    for name, x_shape, x_axis, part, values, axis, forward, shape, joined, last in (
            ("vector", [3], 0, [1], [7, 8, 9], 0, True, [3], [7, 8, 9], [9]),
            ("vector_backward", [3], 0, [1], [7, 8, 9], -1, False, [3], [9, 8, 7], [9]),
            ("columns_back_in_place", [2, 3], 1, [2, 1], [1, 2, 3, 4, 5, 6], 1, True, [2, 3], [1, 2, 3, 4, 5, 6], [3, 6]),
            ("columns_reversed", [2, 3], 1, [2, 1], [1, 2, 3, 4, 5, 6], -1, False, [2, 3], [3, 2, 1, 6, 5, 4], [3, 6]),
            ("rows_side_by_side", [2, 3], 0, [1, 3], [1, 2, 3, 4, 5, 6], 1, True, [1, 6], [1, 2, 3, 4, 5, 6], [4, 5, 6]),
            ("rows_side_by_side_reversed", [2, 3], 0, [1, 3], [1, 2, 3, 4, 5, 6], -1, False, [1, 6], [4, 5, 6, 1, 2, 3],
             [4, 5, 6]),
            ("columns_piled", [2, 3], 1, [2, 1], [1, 2, 3, 4, 5, 6], 0, True, [6, 1], [1, 4, 2, 5, 3, 6], [3, 6]),
            ("columns_piled_reversed", [2, 3], 1, [2, 1], [1, 2, 3, 4, 5, 6], -2, False, [6, 1], [3, 6, 2, 5, 1, 4], [3, 6]),
            ("middle_back_in_place", [2, 4, 3], 1, [2, 1, 3], x243, 1, True, [2, 4, 3], x243,
             [30, 31, 32, 130, 131, 132]),
            ("middle_reversed", [2, 4, 3], 1, [2, 1, 3], x243, -2, False, [2, 4, 3],
             [30, 31, 32, 20, 21, 22, 10, 11, 12, 0, 1, 2, 130, 131, 132, 120, 121, 122, 110, 111, 112, 100, 101, 102],
             [30, 31, 32, 130, 131, 132]),
            ("middle_to_the_last", [2, 4, 3], 1, [2, 1, 3], x243, 2, True, [2, 1, 12],
             [0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32, 100, 101, 102, 110, 111, 112, 120, 121, 122, 130, 131, 132],
             [30, 31, 32, 130, 131, 132]),
            ("middle_to_the_first", [2, 4, 3], -2, [2, 1, 3], x243, -3, True, [8, 1, 3],
             [0, 1, 2, 100, 101, 102, 10, 11, 12, 110, 111, 112, 20, 21, 22, 120, 121, 122, 30, 31, 32, 130, 131, 132],
             [30, 31, 32, 130, 131, 132])):
        width = part[axis]
        direction = [0, -1, width, width] if forward else [-1, 0, -width, width]
        run = {"inputs": {"X": Tensor("i32", x_shape, values)}, "outputs": [Tensor("i32", shape, joined), Tensor("i32", part, last)]}
        shapes = [",".join(map(str, x_shape)), ",".join(map(str, part))]
        runs.append({"name": name, "at": shapes + [x_axis % len(part), axis % len(part)] + direction, **run})
        if axis < 0:
            runs.append({"name": name + "_from_the_end", "at": shapes + [x_axis, axis] + direction, "tier": "survey", **run})
    corpus.add("tensor_iterator/outputs/axis_and_direction", rules=["OUT-1", "OUT-2", "SLICE-1"], oracle="by-hand",
               kind="boundary", model=graph.text(), runs=runs,
               columns=["x_shape", "part", "x_axis", "axis", "start", "end", "stride", "part_size"],
               title="Parts are joined along any axis, forward or backward. The last value is that of the last iteration, whatever the "
                     "direction.",
               notes="((1, 2, 3), (4, 5, 6)) has the columns (1; 4), (2; 5), (3; 6): joined along axis 0, 1, 4, 2, 5, 3, 6; "
                     "backward along axis 1, "
                     "(3, 2, 1; 6, 5, 4). X[a, b, c] = 100 a + 10 b + c.")


def add_output_borders(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [-1, 2])
    body = graph.body()
    part = body.parameter("part", "i32", [1, 2])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    graph.result(loop.output(same, shape=[-1, 2], axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}"), "joined")
    forward, backward = [1, 2, 11, 12, 21, 22], [21, 22, 11, 12, 1, 2]
    runs = []
    for name, at, values, tier in (
            ("defaults", [None, None, None], forward, "required"), ("whole", [0, -1, 1], forward, "required"),
            ("whole_backward", [-1, 0, -1], backward, "required"), ("end_2", [0, 2, 1], forward, "survey"),
            ("start_m3", [-3, -1, 1], forward, "survey"), ("backward_from_2", [2, 0, -1], backward, "survey"),
            ("backward_to_m3", [-1, -3, -1], backward, "survey"),
            ("from_1", [1, -1, 1], None, "survey"), ("to_m2", [0, -2, 1], None, "survey"),
            ("to_3", [0, 3, 1], None, "survey"), ("from_m4", [-4, -1, 1], None, "survey"),
            ("backward_from_1", [1, 0, -1], None, "survey"), ("backward_to_1", [-1, 1, -1], None, "survey"),
            ("forward_borders_backward", [0, -1, -1], None, "survey"),
            ("backward_borders_forward", [-1, 0, 1], None, "survey")):
        result = case.rejected("run", "OUT-3") if values is None else {"outputs": [Tensor("i32", [3, 2], values)]}
        runs.append({"name": name, "at": at, **({"tier": tier} if tier == "survey" else {}), **result})
    runs.append({"name": "backward_without_borders", "at": [None, None, -1], "tier": "survey",
                 "any_of": [{"outputs": [Tensor("i32", [3, 2], backward)]}, case.rejected("load", "OUT-3"),
                            case.rejected("run", "OUT-3")]})
    corpus.add("tensor_iterator/outputs/borders", rules=["OUT-3", "OUT-2"], oracle="by-hand", kind="boundary",
               model=graph.text(), columns=["start", "end", "stride"], runs=runs,
               title="The start and end of an output must cover the whole joined length, in the direction of its stride.",
               notes="The three parts (1, 2), (11, 12), (21, 22) are at positions 0 to 2, or -3 to -1. stride -1 alone can mean the "
                     "whole axis backward, or the borders 0 and -1 in the wrong direction: both results are accepted.",
               inputs={"X": Tensor("i32", [3, 2], forward)})


def add_varying_parts(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    h0 = graph.parameter("H0", "i32", [-1, -1])
    loop, body = counted(graph, count)
    h = body.parameter("h", "i32", [-1, -1])
    grown = body.result(body.op("Concat", h, body.op("Multiply", h, body.const("i32", -10)), axis="{{grows}}", shape=[-1, -1]), "grown")
    loop.input(h0, h)
    loop.back_edge(grown, h)
    graph.result(loop.output(grown, shape=[-1, -1], axis="{{axis}}", part_size="{{part_size}}"), "joined")
    h_rows = [1, 2, 3]
    first = h_rows + [-10, -20, -30]
    both = first + first + [-10, -20, -30, 100, 200, 300]
    runs = [
        {"name": "along_the_growing_axis", "at": [0, 0, None], "tier": "survey", "inputs": {"trip": trip(2)},
         "outputs": [Tensor("i32", [6, 3], both)]},
        {"name": "along_the_growing_last_axis", "at": [1, -1, None], "tier": "survey", "inputs": {"trip": trip(2)},
         "outputs": [Tensor("i32", [1, 18], both)]},
        {"name": "one_iteration_grows_nothing", "at": [0, 1, None], "tier": "survey", "inputs": {"trip": trip(1)},
         "outputs": [Tensor("i32", [2, 3], first)]},
        {"name": "across_the_growing_axis", "at": [0, 1, None], "inputs": {"trip": trip(2)},
         **case.rejected("run", "OUT-4")},
        {"name": "across_the_growing_last_axis", "at": [1, 0, None], "inputs": {"trip": trip(3)},
         **case.rejected("run", "OUT-4")},
        {"name": "part_size_fixes_the_width", "at": [0, 0, 2], "tier": "survey", "inputs": {"trip": trip(2)},
         **case.rejected("run", "OUT-4")},
        {"name": "part_size_as_wide_as_the_only_part", "at": [0, 0, 2], "tier": "survey", "inputs": {"trip": trip(1)},
         "outputs": [Tensor("i32", [2, 3], first)]},
    ]
    corpus.add("loop/outputs/parts_of_different_width", rules=["OUT-4", "BACK-4", "OUT-2"], oracle="by-hand", kind="boundary",
               model=graph.text(), weights=graph.weights.data, columns=["grows", "axis", "part_size"], runs=runs,
               title="Parts of a scan may differ only in their width along its axis.",
               notes="h' is h and -10 h along one axis: [1, 3] -> [2, 3] -> [4, 3]. Joined along it 2 + 4 = 6 lines; across it the "
                     "parts do not fit together.", inputs={"H0": Tensor("i32", [1, 3], h_rows)})


def add_given_widths(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [-1])
    widths = graph.parameter("widths", "i64", [-1])
    body = graph.body()
    element, width = body.parameter("element", "i32", [1]), body.parameter("width", "i64", [1])
    repeated = body.result(body.op("Broadcast", element, width, version="opset3", mode="numpy", shape=[-1]), "repeated")
    loop = graph.tensor_iterator(body)
    loop.input(x, element, axis=0)
    loop.input(widths, width, axis=0)
    graph.result(loop.output(repeated, shape=[-1], axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}"), "joined")
    runs = []
    for name, each in (("equal", [2, 2, 2]), ("one_wide_part", [1, 99, 1, 1]), ("wide_parts_first", [40, 3, 1, 2]),
                       ("full_after_two", [1, 39] + [1] * 38), ("empty_parts", [0, 3, 0, 1, 0])):
        elements = [10 * k + 7 for k in range(len(each))]
        for direction, order in (("", 1), ("_backward", -1)):
            joined = [element for element, count in list(zip(elements, each))[::order] for _ in range(count)]
            runs.append({"name": name + direction, "at": [0, -1, 1] if order > 0 else [-1, 0, -1],
                         "tier": "survey", "inputs": {"X": Tensor("i32", [len(each)], elements), "widths": Tensor("i64", [len(each)], each)},
                         "outputs": [Tensor("i32", [len(joined)], joined)]})
    corpus.add("tensor_iterator/outputs/parts_of_given_widths", rules=["OUT-4", "OUT-2"], oracle="by-hand", kind="boundary",
               model=graph.text(), columns=["start", "end", "stride"], runs=runs,
               title="Each part of a scan may have a width of its own, although the number of parts is known.",
               notes="Part k repeats the element 10 k + 7 as often as `widths` says. Room for the number of parts times the first "
                     "width would be too small, or far too large.")


def add_scalars(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    h0 = graph.parameter("H0", "{{type}}", [])
    step = graph.parameter("step", "{{type}}", [])
    loop, body = counted(graph, count)
    h, s = body.parameter("h", "{{type}}", []), body.parameter("s", "{{type}}", [])
    sum_ = body.result(body.op("Add", h, s), "sum")
    before = body.result(h, "before")
    loop.input(h0, h)
    loop.input(step, s)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[]), "last")
    graph.result(loop.output(sum_, shape=[-1], **scan()), "all")
    graph.result(loop.output(before, shape=[-1], **scan(1, False)), "before_backward")
    runs = []
    for type_ in ("f32", "i64", "u8", "f16", "bf16", "f64", "i32"):
        for n, sums, befores in ((0, [], []), (1, [7], [5]), (4, [7, 9, 11, 13], [11, 9, 7, 5])):
            runs.append({"name": "%s_%d" % (type_, n), "at": typed(type_), "inputs": {
                "trip": trip(n), "H0": Tensor(type_, [], [5]), "step": Tensor(type_, [], [2])},
                "outputs": [Tensor(type_, [], sums[-1:] or [5]), Tensor(type_, [n], sums), Tensor(type_, [n], befores)]})
    corpus.add("loop/outputs/scalars", rules=["OUT-6", "OUT-1", "OUT-2", "OUT-5", "ZERO-1", "ZERO-2"], oracle="by-hand",
               kind="boundary", model=graph.text(), weights=graph.weights.data, columns=["type", "precision"], runs=runs,
               title="Scalars join along axis 0 as one element each: N iterations give shape [N].",
               notes="5 -> 7 -> 9 -> 11 -> 13. The values before, joined backward: 11, 9, 7, 5.")


def add_zero_last(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    condition = graph.parameter("condition", "boolean", [])
    h0 = graph.parameter("H0", "{{type}}", "{{shape}}")
    body = graph.body()
    h = body.parameter("h", "{{type}}", "{{shape}}")
    more = body.result(body.const("boolean", False), "more")
    same = body.result(h, "same")
    loop = graph.loop(body, count, condition)
    loop.execution_condition(more)
    loop.input(h0, h)
    loop.back_edge(same, h)
    graph.result(loop.output(same, shape="{{shape}}"), "last")
    runs = []
    for type_, shape, dims, values in (
            ("boolean", "2", [2], [True, False]), ("i8", "", [], [-128]), ("u8", "1", [1], [255]), ("i16", "0", [0], []),
            ("u16", "2,0,3", [2, 0, 3], []), ("i32", "?,3", [2, 3], [1, 2, 3, 4, 5, 6]), ("u32", "1,1,2", [1, 1, 2], [7, 8]),
            ("i64", "?", [0], []), ("u64", "2", [2], [2**64 - 1, 1]), ("f16", "?,?", [1, 2], [0.5, "0x8000"]),
            ("bf16", "1..4", [3], [1.5, "0x7f80", "0xff80"]), ("f32", "3", [3], ["0x7fc00001", "0x80000000", "0x00000001"]),
            ("f64", "1,2,1,1,1", [1, 2, 1, 1, 1], [0.1, "0xfff8000000000001"])):
        bits = "nan bits" if any(isinstance(v, str) for v in values) else None
        for n, c in ((0, True), (3, False)):
            runs.append({"name": "%s__trip_%d__condition_%d" % (type_, n, c), "at": typed(type_) + [shape],
                         "inputs": {"trip": trip(n), "condition": flag(c), "H0": Tensor(type_, dims, values)},
                         "outputs": [Tensor(type_, dims, values, bits)]})
    corpus.add("loop/zero_iterations/merged_last_value", rules=["ZERO-1", "TRIP-3", "COND-1"], oracle="by-hand",
               kind="boundary", model=graph.text(), weights=graph.weights.data, runs=runs,
               columns=["type", "precision", "shape"],
               title="Without an iteration a merged output is its initial value, with the same shape and type.",
               notes="Nothing is computed: the bits stay the same, whether the trip count is 0 or the condition is false.")

    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    a0, b0 = graph.parameter("A", "f32", [-1]), graph.parameter("B", "f32", [-1])
    loop, body = counted(graph, count)
    a, b = body.parameter("a", "f32", [-1]), body.parameter("b", "f32", [-1])
    sum_ = body.result(body.op("Add", a, b), "sum")
    loop.input(a0, a)
    loop.input(b0, b)
    loop.back_edge(sum_, a)
    loop.back_edge(sum_, b)
    graph.result(loop.output(sum_, shape=[-1]), "last")
    corpus.add("loop/zero_iterations/one_result_two_starts", rules=["ZERO-1", "BACK-1"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data,
               title="A Result that feeds two merged inputs has a value without an iteration if both have the same initial value.",
               notes="(2, 3) twice: (2, 3) without an iteration, (4, 6) after one, (8, 12) after two.",
               runs=[{"name": name, "inputs": {"trip": trip(n), "A": Tensor("f32", [len(x)], x),
                                               "B": Tensor("f32", [len(y)], y)}, **result}
                     for name, n, x, y, result in (
                         ("alike", 0, [2, 3], [2, 3], {"outputs": [Tensor("f32", [2], [2, 3])]}),
                         ("alike_once", 1, [2, 3], [2, 3], {"outputs": [Tensor("f32", [2], [4, 6])]}),
                         ("different_once", 1, [2, 3], [5, 7], {"outputs": [Tensor("f32", [2], [7, 10])]}),
                         ("alike_twice", 2, [2, 3], [2, 3], {"outputs": [Tensor("f32", [2], [8, 12])]}),
                         ("alike_and_empty", 0, [], [], {"outputs": [Tensor("f32", [0], [])]}),
                         ("different_value", 0, [2, 3], [2, 4], {"tier": "survey", **case.rejected("run", "ZERO-1")}),
                         ("different_shape", 0, [2, 2], [2], {"tier": "survey", **case.rejected("run", "ZERO-1")}),
                         ("zeros_of_both_signs", 0, [0.0], [-0.0], {"tier": "survey", "any_of": [
                             {"outputs": [Tensor("f32", [1], [0.0])]}, {"outputs": [Tensor("f32", [1], [-0.0])]},
                             case.rejected("run", "ZERO-1")]}))])


def add_zero_scan(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    x = graph.parameter("X", "{{type}}", "{{shape}}")
    loop, body = counted(graph, count)
    xi = body.parameter("xi", "{{type}}", "{{shape}}")
    same = body.result(xi, "same")
    loop.input(x, xi)
    graph.result(loop.output(same, shape="{{none}}", axis="{{axis}}", start=0, end=-1, stride="{{width}}",
                             part_size="{{width}}"), "joined")
    runs = []
    for type_, shape, dims, axis, width, values, empty, once in (
            ("i32", "3", [3], 0, 3, [4, 5, 6], [0], [3]), ("i8", "2,3", [2, 3], 0, 2, [1, 2, 3, 4, 5, 6], [0, 3], [2, 3]),
            ("f32", "2,3", [2, 3], 1, 3, [1, 2, 3, 4, 5, 6], [2, 0], [2, 3]),
            ("f16", "2,3", [2, 3], -1, 3, [1, 2, 3, 4, 5, 6], [2, 0], [2, 3]),
            ("u16", "2,1,3", [2, 1, 3], 1, 1, [1, 2, 3, 4, 5, 6], [2, 0, 3], [2, 1, 3]),
            ("i64", "2,1,3", [2, 1, 3], -3, 2, [1, 2, 3, 4, 5, 6], [0, 1, 3], [2, 1, 3]),
            ("f64", "1,2,1,3,1", [1, 2, 1, 3, 1], 3, 3, [1, 2, 3, 4, 5, 6], [1, 2, 1, 0, 1], [1, 2, 1, 3, 1]),
            ("boolean", "", [], 0, 1, [True], [0], [1]), ("bf16", "2,0", [2, 0], 0, 2, [], [0, 0], [2, 0])):
        for n, out in ((0, empty), (1, once)):
            runs.append({"name": "%s_rank_%d_axis_%s__iterations_%d" % (type_, len(dims), str(axis).replace("-", "m"), n),
                         "at": typed(type_) + [shape, axis, width], "inputs": {"trip": trip(n), "X": Tensor(type_, dims, values)},
                         "outputs": [Tensor(type_, out, values if n else [])]})
    for name, shape, dims, axis, width, empty in (("unknown_other_dimension", "2,?", [2, 3], 0, 2, [0, 0]),
                                                  ("unknown_along_the_axis", "2,?", [2, 3], 1, 3, [2, 0])):
        known = [0 if d == axis else size for d, size in enumerate(dims)]
        results = [{"outputs": [Tensor("i32", e, [])]} for e in ([empty] if known == empty else [empty, known])]
        runs.append({"name": name, "at": typed("i32") + [shape, axis, width], "tier": "survey",
                     "inputs": {"trip": trip(0), "X": Tensor("i32", dims, [1, 2, 3, 4, 5, 6])},
                     **(results[0] if len(results) == 1 else {"any_of": results})})
    corpus.add("loop/zero_iterations/empty_scan", rules=["ZERO-2", "TRIP-3", "OUT-2"], oracle="by-hand", kind="boundary",
               model=graph.text(), weights=graph.weights.data, runs=runs,
               columns=["type", "precision", "shape", "axis", "width"],
               title="Without an iteration a scan output is empty along its axis and has the Result's other dimensions.",
               notes="[2, 1, 3] is joined along its middle axis: [2, 0, 3] without an iteration, the part itself after one. "
                     "A dimension that depends on the inputs of the run can have that size or 0.")

    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    x = graph.parameter("X", "i32", [2])
    loop, body = counted(graph, count)
    xi = body.parameter("xi", "i32", [2])
    same = body.result(xi, "same")
    loop.input(x, xi)
    graph.result(loop.output(same, shape=[2]), "last")
    corpus.add("loop/zero_iterations/last_value_without_back_edge", rules=["ZERO-3", "OUT-1"], oracle="by-hand",
               kind="boundary", model=graph.text(), weights=graph.weights.data,
               title="Without an iteration a last value that no back edge carries does not exist, which is an error.",
               notes="One iteration passes X through. No iteration gives no value.", inputs={"X": i32(4, 5)},
               runs=[{"name": "one", "inputs": {"trip": trip(1)}, "outputs": [i32(4, 5)]},
                     {"name": "three", "inputs": {"trip": trip(3)}, "outputs": [i32(4, 5)]},
                     {"name": "none", "tier": "survey", "inputs": {"trip": trip(0)}, **case.rejected("run", "ZERO-3")}])


def add_axis_alone(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [4])
    body = graph.body()
    part = body.parameter("part", "i32", [2])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0, stride=2)
    graph.result(loop.output(same, shape=[4], axis=0), "joined")
    corpus.add("survey/outputs/axis_alone_with_wide_parts", rules=["OUT-2", "OUT-4"], oracle="by-hand", kind="combined",
               model=graph.text(), title="An output that has only an axis joins parts of 2 as they are.",
               notes="The default stride of 1 gives only the direction; the parts keep their width.", inputs={"X": i32(1, 2, 3, 4)},
               runs=[{"name": "parts_of_2", "tier": "survey", "outputs": [i32(1, 2, 3, 4)]}])


def add_cases(corpus):
    for add in (add_scan_axes, add_output_borders, add_varying_parts, add_given_widths, add_scalars, add_zero_last, add_zero_scan,
                add_axis_alone):
        add(corpus)
