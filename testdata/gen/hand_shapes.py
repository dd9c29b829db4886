"""Shapes that are known late or not at all before the run; borders of outputs of 0 and 1 positions. By hand."""

import ir
from broken import add, changed, line_with
from case import Tensor, rejected
from frames import TYPES, as_written, begin, counted, flag, i32, i64, scan, trip

ANY = "..."  # of unknown rank


def matrix(shape, *values):
    return Tensor("i32", shape, list(values))


def add_grown(corpus, form):
    graph = ir.Graph()
    g0 = graph.parameter("G", "i32", [2])
    loop, body = begin(form, graph, 3)
    g = body.parameter("g", "i32", [-1])
    if form == "loop":
        more = body.const("i32", [7])
    else:
        more = body.parameter("part", "i32", [1])
        loop.input(graph.const("i32", [7, 8, 9]), more, axis=0)
    grown = body.result(body.op("Concat", g, more, axis=0, shape=[-1]), "grown")
    loop.input(g0, g)
    loop.back_edge(grown, g)
    last = loop.output(grown, shape=[-1])
    graph.result(graph.op("Add", last, graph.const("i32", [10, 20, 30, 40, 50]), shape=[5]), "sum")
    corpus.add("%s/back_edges/grown_to_five" % form, rules=["BACK-4", "OUT-1"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="A value that grows in a %s from 2 elements to 5 is added to 5 numbers." % TYPES[form],
               notes="(1, 2) appends %s. After the first iteration it has 3 elements, which could not be added." % (
                   "7 three times" if form == "loop" else "7, 8 and 9"),
               runs=[{"name": "three_iterations", "inputs": {"G": i32(1, 2)},
                      "outputs": [i32(11, 22, 37, *((47, 57) if form == "loop" else (48, 59)))]}])


def add_joined(corpus):
    graph = ir.Graph()
    x, widths = graph.parameter("X", "i32", [3]), graph.parameter("widths", "i64", [3])
    body = graph.body()
    element, width = body.parameter("element", "i32", [1]), body.parameter("width", "i64", [1])
    repeated = body.result(body.op("Broadcast", element, width, version="opset3", mode="numpy", shape=[-1]), "repeated")
    loop = graph.tensor_iterator(body)
    loop.input(x, element, axis=0)
    loop.input(widths, width, axis=0)
    joined = loop.output(repeated, shape=[-1], axis=0, **as_written(2))
    graph.result(graph.op("Add", joined, graph.const("i32", [1, 2, 3, 4, 5, 6]), shape=[6]), "sum")
    corpus.add("tensor_iterator/outputs/joined_to_six", rules=["OUT-2", "SLICE-7"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="Three parts whose width only the run knows are joined and added to 6 numbers.",
               notes="Each element is repeated twice: (10, 10, 20, 20, 30, 30). Nothing about it is 0 or 3 elements long.",
               runs=[{"name": "three_of_2", "inputs": {"X": i32(10, 20, 30), "widths": i64(2, 2, 2)},
                      "outputs": [i32(11, 12, 23, 24, 35, 36)]}])


def add_branch(corpus):
    graph = ir.Graph()
    condition, x = graph.parameter("condition", "boolean", []), graph.parameter("X", "i32", [2])
    then_body, else_body = graph.body(), graph.body()
    t, e = then_body.parameter("t", "i32", [2]), else_body.parameter("e", "i32", [2])
    then_result = then_body.result(then_body.op("Add", t, t), "then")
    else_result = else_body.result(else_body.op("Concat", e, e, axis=0, shape=[4]), "else")
    if_ = ir.If(graph, condition, then_body, else_body)
    if_.input(x, t, e)
    chosen = if_.output(then_result, else_result, shape=[-1])
    graph.result(graph.op("Add", chosen, graph.const("i32", [10, 20, 30, 40]), shape=[4]), "sum")
    corpus.add("nested/branch_of_four", rules=["IF-3", "IF-1"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, inputs={"X": i32(5, 6)},
               title="The branch that is chosen gives 4 elements, which the addition after the If needs. The other branch gives 2.",
               notes="(5, 6, 5, 6) + (10, 20, 30, 40). The 2 elements of the then branch cannot be added, which only the run knows.",
               runs=[{"name": "else", "inputs": {"condition": flag(False)}, "outputs": [i32(15, 26, 35, 46)]},
                     {"name": "then", "inputs": {"condition": flag(True)}, **rejected("run", "OP-5")}])


def add_initial_size(corpus):
    graph = ir.Graph()
    count, w = graph.parameter("trip", "i64", []), graph.parameter("W", "i32", [2])
    starts = [graph.parameter(name, "i32", [5]) for name in ("A", "B")]
    loop, body = counted(graph, count)
    merged = [body.parameter(name, "i32", [-1]) for name in ("a", "b")]
    inside = body.parameter("w", "i32", [2])
    sums = [body.op("ReduceSum", value, body.const("i64", [0]), keep_dims="true", shape=[1]) for value in merged]
    results = [body.result(body.op("Subtract", inside, value, shape=[2])) for value in sums]
    for start, parameter, result in zip(starts, merged, results):
        loop.input(start, parameter)
        loop.back_edge(result, parameter)
    loop.input(w, inside)
    fives = graph.const("i32", [1, 2, 3, 4, 5])
    for result in results:
        graph.result(graph.op("Add", loop.output(result, shape=[-1]), fives, shape=[5]))
    corpus.add("loop/zero_iterations/initial_values_of_five", rules=["ZERO-1", "TRIP-3", "BACK-4"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               inputs={"W": i32(7, 8), "A": i32(10, 20, 30, 40, 50), "B": i32(-1, -2, -3, -4, -5)},
               title="Without an iteration the last values have the 5 elements of the initial values, not the 2 of the Results.",
               notes="Both initial values are added to (1, 2, 3, 4, 5). After an iteration each is W minus its sum: 2 elements, which do not fit.",
               runs=[{"name": "none", "inputs": {"trip": trip(0)}, "outputs": [i32(11, 22, 33, 44, 55), i32(0, 0, 0, 0, 0)]},
                     {"name": "one", "inputs": {"trip": trip(1)}, **rejected("run", "OP-5")}])


def add_unknown_rank(corpus, form):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", ANY)
    loop, body = begin(form, graph, 2)
    part = body.parameter("part", "i32", ANY)
    negative = body.result(body.op("Negative", part, shape=ANY), "negative")
    loop.input(x, part, axis="{{axis}}")
    graph.result(loop.output(negative, shape=ANY, axis="{{axis}}"), "joined")
    runs = []
    for shape, axis in (([2], 0), ([2, 3], 0), ([3, 2], 1), ([1, 2, 3], 1)):
        size = shape[0] * (shape + [1])[1] * (shape + [1, 1])[2]
        values = [10 + k for k in range(size)]
        runs.append({"name": "%s__axis_%d" % ("_".join(map(str, shape)), axis), "at": [axis],
                     "inputs": {"X": Tensor("i32", shape, values)}, "outputs": [Tensor("i32", shape, [-v for v in values])]})
    runs.append({"name": "2__axis_1", "at": [1], "inputs": {"X": i32(10, 11)}, **rejected("run", "SLICE-1")})
    corpus.add("%s/slices/unknown_rank" % form, rules=["SLICE-1", "SLICE-5", "OUT-2"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data, columns=["axis"], runs=runs,
               title="A %s cuts and joins tensors whose rank only the run knows." % TYPES[form],
               notes="The axis has 2 positions. Both parts are negated and joined along the same axis, so each element keeps its place.")


def add_unknown_empty(corpus):
    """The scan of a merged value without an iteration: what is known of it is only what is declared."""
    graph = ir.Graph()
    count, h0 = graph.parameter("trip", "i64", []), graph.parameter("H0", "i32", [1, 3])
    loop, body = counted(graph, count)
    h = body.parameter("h", "i32", "{{declared}}")
    same = body.result(h, "same")
    loop.input(h0, h)
    loop.back_edge(same, h)
    graph.result(loop.output(same, shape=ANY, axis="{{axis}}"), "joined")

    def empty(*shapes):
        outputs = [{"outputs": [Tensor("i32", shape, [])]} for shape in shapes]
        return outputs[0] if len(outputs) == 1 else {"any_of": outputs}

    start = matrix([1, 3], 4, 5, 6)
    runs = [{"name": "one_iteration", "at": [ANY, 0], "inputs": {"trip": trip(1)}, "outputs": [start]},
            {"name": "rank__axis_0", "at": [ANY, 0], **empty([0], [0, 0], [0, 3])},
            {"name": "rank__axis_1", "at": [ANY, 1], **empty([0, 0], [1, 0])},
            {"name": "rank__axis_m1", "at": [ANY, -1], **empty([0], [0, 0], [1, 0])},
            {"name": "rank__axis_m2", "at": [ANY, -2], **empty([0, 0], [0, 3])},
            {"name": "range", "at": ["1,2..5", 0], **empty([0, 0], [0, 3])},
            {"name": "size", "at": ["?,?", 0], **empty([0, 0])},
            {"name": "rank__axis_12", "at": [ANY, 12], **rejected("run", ["LIMIT-3", "SLICE-1"])}]
    for run in runs[1:]:
        run.update(tier="survey", inputs={"trip": trip(0)})
    corpus.add("loop/zero_iterations/declared_alone", rules=["ZERO-2", "BACK-4"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data, inputs={"H0": start}, runs=runs, columns=["declared", "axis"],
               title="Without an iteration a scan output is empty, although the rank or a size of its parts is unknown.",
               notes="The value is [1, 3], and its Parameter declares less. A dimension that is not declared is 0; an "
                     "implementation that knows the rank, or the value in a range, may use it. The initial value alone settles no size.")


def add_empty_borders(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [1])
    loop, body = counted(graph, count)
    part = body.parameter("part", "i32", [1])
    same = body.result(part, "same")
    loop.input(x, part)
    graph.result(loop.output(same, shape=[-1], axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}"), "joined")
    runs = []
    for start in (0, 1, -1):
        for end in (-1, 0, 1, -2):
            for stride in (1, -1):
                whole = (start, end) == (0, -1) or (start, end, stride) == (-1, 0, -1)
                at = {"at": [start, end, stride], "inputs": {"trip": trip(0)}}
                runs.append({**at, "tier": "survey", **({"outputs": [i32()]} if whole else rejected("run", "OUT-3"))})
    corpus.add("loop/zero_iterations/borders", rules=["OUT-3", "ZERO-2"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, columns=["start", "end", "stride"], inputs={"X": i32(4)}, runs=runs,
               title="Without an iteration an output is empty if its borders are 0 and -1, or -1 and 0 backward.",
               notes="There is no position, so no other border is on the axis.")


def add_empty_width(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [1])
    loop, body = counted(graph, count)
    part = body.parameter("part", "i32", [1])
    same = body.result(part, "same")
    loop.input(x, part)
    graph.result(loop.output(same, shape=[-1], axis=0, part_size=2), "joined")
    corpus.add("loop/zero_iterations/part_size_of_another_width", rules=["OUT-4", "ZERO-2"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data, inputs={"X": i32(4)},
               title="Parts narrower than part_size are an error, but without an iteration there is no part.",
               notes="The Result has 1 element, and part_size is 2. Only the run knows whether an iteration makes a part.",
               runs=[{"name": "none", "inputs": {"trip": trip(0)}, "outputs": [i32()]},
                     {"name": "one", "inputs": {"trip": trip(1)}, **rejected("run", "OUT-4")}])


def add_one_part(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [1, 2])
    body = graph.body()
    part = body.parameter("part", "i32", [1, 2])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    graph.result(loop.output(same, shape=[1, 2], axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}"), "joined")
    whole = matrix([1, 2], 5, 6)
    runs = [{"at": [start, end, stride], **({} if (start, end, stride) in ((0, -1, 1), (-1, 0, -1)) else {"tier": "survey"}), "outputs": [whole]}
            for stride in (1, -1) for start in (0, -1) for end in (0, -1)]
    runs += [{"at": at, **rejected("load", "OUT-3")} for at in ([0, 1, 1], [1, 0, -1], [-2, 0, 1])]
    corpus.add("tensor_iterator/outputs/borders_of_one_part", rules=["OUT-3", "OUT-2"], kind="boundary", oracle="by-hand",
               model=graph.text(), columns=["start", "end", "stride"], inputs={"X": whole}, runs=runs,
               title="An output of one part begins and ends at position 0, which is also position -1.",
               notes="The one part is at position 0 and -1. Positions 1 and -2 do not exist.")


def add_failing_body(corpus):
    graph = ir.Graph()
    count, h0 = graph.parameter("trip", "i64", []), graph.parameter("H0", "i32", [-1])
    a, b = graph.parameter("A", "i32", [-1]), graph.parameter("B", "i32", [-1])
    loop, body = counted(graph, count)
    h, ai, bi = [body.parameter(name, "i32", [-1]) for name in ("h", "a", "b")]
    sum_ = body.result(body.op("Add", h, body.op("Add", ai, bi, shape=[-1]), shape=[-1]), "sum")
    for outside, inside in ((h0, h), (a, ai), (b, bi)):
        loop.input(outside, inside)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[-1]), "last")
    given = {"H0": i32(1, 2), "A": i32(10, 20), "B": i32(100, 200)}
    corpus.add("loop/zero_iterations/body_that_would_fail", rules=["ZERO-1", "TRIP-3", "OP-5"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data, inputs=given,
               title="Without an iteration it does not matter that the body would fail at the shapes of the inputs.",
               notes="(1, 2) + (110, 220) = (111, 222). Two elements cannot be added to three, but without an iteration nobody adds them.",
               runs=[{"name": "one", "inputs": {"trip": trip(1)}, "outputs": [i32(111, 222)]},
                     {"name": "none", "inputs": {"trip": trip(0)}, "outputs": [i32(1, 2)]},
                     {"name": "one_that_fails", "inputs": {"trip": trip(1), "B": i32(7, 8, 9)}, **rejected("run", "OP-5")},
                     {"name": "none_that_fails", "inputs": {"trip": trip(0), "B": i32(7, 8, 9)}, "outputs": [i32(1, 2)]}])


def add_unequal_counts(corpus):
    graph = ir.Graph()
    count, x, y = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [3]), graph.parameter("Y", "i32", [4])
    loop, body = counted(graph, count)
    xi, yi = body.parameter("x", "i32", [1]), body.parameter("y", "i32", [1])
    sum_ = body.result(body.op("Add", xi, yi), "sum")
    loop.input(x, xi, axis=0)
    loop.input(y, yi, axis=0)
    graph.result(loop.output(sum_, shape=[-1], **scan()), "sums")
    runs = [{"name": "iterations_%d" % n, "inputs": {"trip": trip(n)}, "outputs": [i32(*[11, 22, 33][:n])]} for n in (1, 2, 3)]
    runs.append({"name": "iterations_4", "inputs": {"trip": trip(4)}, **rejected("run", "SLICE-9")})
    corpus.add("loop/slices/unequal_counts", rules=["SLICE-9", "TRIP-4"], kind="boundary", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, inputs={"X": i32(1, 2, 3), "Y": i32(10, 20, 30, 40)}, runs=runs,
               title="A Loop's inputs may have 3 and 4 parts: the trip count says how many are read.",
               notes="1 + 10, 2 + 20, 3 + 30. X has no fourth part.")


def add_changing_rank(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [2])
    loop, body = counted(graph, count)
    k, xi = body.parameter("k", "i64", []), body.parameter("x", "i32", [2])
    then_body, else_body = body.body(), body.body()
    t, e = then_body.parameter("t", "i32", [2]), else_body.parameter("e", "i32", [2])
    then_result = then_body.result(then_body.op("Add", t, t), "then")
    total = else_body.op("ReduceSum", e, else_body.const("i64", [0]), keep_dims="false", shape=[])
    choice = ir.If(body, body.op("Equal", k, body.const("i64", 0), shape=[]), then_body, else_body)
    choice.input(xi, t, e)
    chosen = body.result(choice.output(then_result, else_body.result(total, "else"), shape=ANY), "chosen")
    loop.current_iteration(k)
    loop.input(x, xi)
    graph.result(loop.output(chosen, shape=[-1], axis=0), "joined")
    runs = [{"name": "iterations_%d" % n, "tier": "survey", "inputs": {"trip": trip(n)},
             "outputs": [i32(*[8, 10, 9, 9][:n + 1])]} for n in (2, 3)]
    corpus.add("loop/outputs/scalars_after_a_vector", rules=["OUT-6", "OUT-4", "IF-3"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data, inputs={"X": i32(4, 5)}, runs=runs,
               title="A scan output joins a vector of two elements and the scalars of later iterations.",
               notes="Iteration 0 gives (4 + 4, 5 + 5), every later one the scalar 4 + 5, which is one element.")


def add_narrow_parts(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [1])
    body = graph.body()
    part = body.parameter("part", "i32", [-1])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0, stride=1, part_size=1)
    graph.result(loop.output(same, shape=[-1], axis=0), "joined")
    text = graph.text()
    entry = line_with(text, "<input axis")
    add(corpus, "invalid/widths", "A part has at least one position, and at least one part fits the axis.", text, {"entry": entry}, [
        ("part_size_0", "entry", changed(entry, part_size=0), "load", "SLICE-4"),
        ("part_size_m1", "entry", changed(entry, part_size=-1), "load", "SLICE-4"),
        ("part_size_2", "entry", changed(entry, part_size=2), "load", "SLICE-6", "survey"),
        ("part_size_2_stride_5", "entry", changed(entry, part_size=2, stride=5), "load", "SLICE-6", "survey"),
        ("part_size_2_stride_m5", "entry", changed(entry, part_size=2, stride=-5, start=-1, end=0), "load", "SLICE-6", "survey"),
    ], rules=["SLICE-4", "SLICE-6"], inputs={"X": i32(7)}, outputs=[i32(7)],
        notes="The axis has one position, and the Parameter takes parts of any width. A stride of 5 leaves gaps of 3, but no part of 2 "
              "fits. Every row except `mended` differs from it in one entry.")


def add_cases(corpus):
    for form in ("loop", "tensor_iterator"):
        add_grown(corpus, form)
        add_unknown_rank(corpus, form)
    for add_some in (add_joined, add_branch, add_initial_size, add_unknown_empty, add_empty_borders, add_empty_width, add_one_part, add_failing_body,
                     add_unequal_counts, add_changing_rank, add_narrow_parts):
        add_some(corpus)
