"""Trip count, condition and current iteration by hand."""

import case
import ir
from case import Tensor
from frames import counted, flag, i32, i64, scan, trip, typed


def add_control_types(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "{{trip_type}}", "{{trip_shape}}")
    condition = graph.parameter("condition", "boolean", "{{condition_shape}}")
    body = graph.body()
    k = body.parameter("k", "{{k_type}}", "{{k_shape}}")
    number = body.result(k, "number")
    more = body.result(body.const("boolean", True), "more")
    loop = graph.loop(body, count, condition)
    loop.current_iteration(k)
    loop.execution_condition(more)
    graph.result(loop.output(number, shape="?"), "last")
    graph.result(loop.output(number, shape=[-1], **scan()), "all")
    runs = []
    for trip_type in ("i64", "i32"):
        for trip_shape in ("", "1"):
            for condition_shape in ("", "1"):
                for k_type in ("i64", "i32"):
                    for k_shape in ("", "1"):
                        dims = [[1] if s else [] for s in (trip_shape, condition_shape, k_shape)]
                        runs.append({
                            "name": "trip_%s_%d__condition_%d__k_%s_%d" % (
                                trip_type, len(trip_shape), len(condition_shape), k_type, len(k_shape)),
                            "at": typed(trip_type) + [trip_shape, condition_shape] + typed(k_type) + [k_shape],
                            "inputs": {"trip": Tensor(trip_type, dims[0], [3]),
                                       "condition": Tensor("boolean", dims[1], [True])},
                            "outputs": [Tensor(k_type, dims[2], [2]), Tensor(k_type, [3], [0, 1, 2])]})
    text = graph.text().replace('precision="{{trip_type}}"', 'precision="{{trip_precision}}"')
    text = text.replace('precision="{{k_type}}"', 'precision="{{k_precision}}"')
    corpus.add("loop/control/types_and_shapes", rules=["TRIP-1", "COND-1", "ITER-1", "OUT-6"], kind="boundary",
               title="Trip count and current iteration are i64 or i32. They and the condition are scalars or have one element.",
               oracle="by-hand", model=text, weights=graph.weights.data, runs=runs,
               columns=["trip_type", "trip_precision", "trip_shape", "condition_shape", "k_type", "k_precision",
                           "k_shape"],
               notes="Three iterations: 0, 1, 2; the last is 2. A scalar joins along axis 0 as one element. The digits of a run name "
                     "are ranks.")


def add_trip_extremes(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "{{type}}", [])
    x = graph.parameter("X", "i32", [2])
    body = graph.body()
    k = body.parameter("k", "i64", [])
    h = body.parameter("h", "i32", [2])
    doubled = body.result(body.op("Add", h, h), "doubled")
    more = body.result(body.op("Less", k, body.const("i64", 3)), "more")
    loop = graph.loop(body, count, graph.const("boolean", True))
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.input(x, h)
    loop.back_edge(doubled, h)
    graph.result(loop.output(doubled, shape=[2]), "last")
    graph.result(loop.output(doubled, shape=[-1], **scan(2)), "all")
    powers = [1, -3, 2, -6, 4, -12, 8, -24, 16, -48]
    runs = []
    for name, type_, value, n in (
            ("no_bound", "i64", -1, 4), ("no_bound_i32", "i32", -1, 4), ("zero", "i64", 0, 0), ("one", "i64", 1, 1),
            ("three", "i64", 3, 3), ("four", "i64", 4, 4), ("five", "i64", 5, 4), ("two_pow_31", "i64", 2**31, 4),
            ("two_pow_32", "i64", 2**32, 4), ("two_pow_32_plus_1", "i64", 2**32 + 1, 4),
            ("two_pow_32_plus_3", "i64", 2**32 + 3, 4), ("two_pow_53_plus_1", "i64", 2**53 + 1, 4),
            ("largest", "i64", 2**63 - 1, 4), ("largest_i32", "i32", 2**31 - 1, 4), ("two_i32", "i32", 2, 2),
            ("minus_2", "i64", -2, None), ("minus_2_i32", "i32", -2, None), ("minus_2_pow_32", "i64", -2**32, None),
            ("minus_2_pow_32_minus_1", "i64", -2**32 - 1, None), ("smallest", "i64", -2**63, None),
            ("smallest_i32", "i32", -2**31, None)):
        result = {"tier": "survey", **case.rejected("run", "TRIP-2")} if n is None else {
            "outputs": [i32(*powers[2 * n:2 * n + 2]), Tensor("i32", [2 * n], powers[2:2 * n + 2])]}
        runs.append({"name": name, "at": typed(type_), "inputs": {"trip": trip(value, type_), "X": i32(1, -3)}, **result})
    corpus.add("loop/control/trip_count_extremes", rules=["TRIP-2", "TRIP-3", "TRIP-4", "COND-2"], kind="boundary",
               title="Trip counts over the whole i64 range: -1 means no bound, 2^32 is not 0, other negative ones are errors.",
               oracle="by-hand", model=graph.text(), weights=graph.weights.data, runs=runs,
               columns=["type", "precision"],
               notes="The condition k < 3 is false in iteration 3, so at most 4 iterations run: (1, -3) doubles to (2, -6), "
                     "(4, -12), (8, -24), (16, -48).")


def add_conditions(corpus):
    graph = ir.Graph()
    count, condition = graph.parameter("trip", "i64", []), graph.parameter("condition", "boolean", [])
    x = graph.parameter("X", "i32", [4])
    body = graph.body()
    gate = body.parameter("gate", "boolean", [])
    part = body.parameter("part", "i32", [1])
    more = body.result(gate, "more")
    kept = body.result(part, "kept")
    loop = graph.loop(body, count, condition)
    loop.bind(1, gate)
    loop.input(x, part, **scan())
    loop.execution_condition(more)
    graph.result(loop.output(more, shape=[-1], **scan()), "conditions")
    graph.result(loop.output(kept, shape=[-1], **scan()), "parts")
    corpus.add("loop/control/condition_passed_through", rules=["COND-1", "COND-2", "PORT-1"], oracle="by-hand",
               kind="combined", model=graph.text(), weights=graph.weights.data,
               title="The initial condition goes through a Parameter directly to the condition Result and stays as it is.",
               notes="True: as many iterations as the trip count. False: none.",
               inputs={"X": i32(7, 8, 9, 10)},
               runs=[{"name": "trip_%d_condition_%d" % (n, c), "inputs": {"trip": trip(n), "condition": flag(c)},
                      "outputs": [Tensor("boolean", [m], [True] * m), Tensor("i32", [m], [7, 8, 9, 10][:m])]}
                     for n, c, m in ((3, True, 3), (1, True, 1), (0, True, 0), (3, False, 0), (0, False, 0))])

    graph = ir.Graph()
    condition = graph.parameter("condition", "boolean", [])
    flags = graph.parameter("flags", "boolean", [-1])
    body = graph.body()
    part = body.parameter("part", "boolean", [1])
    before = body.parameter("before", "boolean", [1])
    more = body.result(part, "more")
    kept = body.result(before, "kept")
    start = graph.parameter("start", "boolean", [1])
    loop = graph.loop(body, graph.const("i64", -1), condition)
    loop.input(flags, part, axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}")
    loop.input(start, before)
    loop.execution_condition(more)
    loop.back_edge(more, before)
    graph.result(loop.output(more, shape=[1]), "last")
    graph.result(loop.output(more, shape=[-1], **scan()), "conditions")
    graph.result(loop.output(kept, shape=[-1], **scan()), "conditions_before")

    def flags_run(name, at, values, n, conditions, initial=True):
        befores = ([False] + conditions)[:n]
        return {"name": name, "at": at, "inputs": {
            "condition": flag(initial), "flags": Tensor("boolean", [len(values)], values),
            "start": Tensor("boolean", [1], [False])},
            "outputs": [Tensor("boolean", [1], conditions[-1:] or [False]), Tensor("boolean", [n], conditions),
                        Tensor("boolean", [n], befores)]}
    t, f = True, False
    corpus.add("loop/control/condition_from_a_table", rules=["COND-2", "BACK-3", "OUT-5", "ZERO-1"], oracle="by-hand",
               kind="combined", model=graph.text(), weights=graph.weights.data, columns=["start", "end", "stride"],
               title="The condition Result is a part of a table, and it is also a scan output and the source of a back edge.",
               notes="(T, T, F, T) forward runs 3 times and joins T, T, F. The delayed values are F (the start), T, T. "
                     "Backward, from the last one, it runs twice: T, F.",
               runs=[flags_run("third_ends", [0, -1, 1], [t, t, f, t], 3, [t, t, f]),
                     flags_run("first_ends", [0, -1, 1], [f, t, t], 1, [f]),
                     flags_run("backward_third_ends", [-1, 0, -1], [t, t, f, t], 2, [t, f]),
                     flags_run("backward_last_ends", [-1, 0, -1], [f, t, t], 3, [t, t, f]),
                     flags_run("from_the_second", [1, -1, 1], [f, t, t, f], 3, [t, t, f]),
                     flags_run("never_begins", [0, -1, 1], [t, f], 0, [], False)])

    graph = ir.Graph()
    h0, limit = graph.parameter("H0", "i64", "{{shape}}"), graph.parameter("limit", "i64", [])
    body = graph.body()
    h, end = body.parameter("h", "i64", "{{shape}}"), body.parameter("end", "i64", [])
    grown = body.op("Add", body.op("Multiply", h, body.const("i64", 3), shape="{{shape}}"), body.const("i64", 1),
                    shape="{{shape}}")
    more = body.result(body.op("Less", grown, end, shape="{{shape}}"), "more")
    result = body.result(grown, "grown")
    loop = graph.loop(body, graph.const("i32", [-1]), graph.const("boolean", [True]))
    loop.input(h0, h)
    loop.input(limit, end)
    loop.execution_condition(more)
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape="{{shape}}"), "last")
    graph.result(loop.output(result, shape=[-1], **scan()), "all")
    runs = []
    for name, shape, start, bound, values in (
            ("do_while_once", "", 5, 3, [16]), ("exactly_the_limit", "", 1, 13, [4, 13]),
            ("one_past_the_limit", "1", 1, 14, [4, 13, 40]), ("four_times", "1", 0, 40, [1, 4, 13, 40]),
            ("five_times", "", 0, 41, [1, 4, 13, 40, 121])):
        dims = [1] if shape else []
        runs.append({"name": name, "at": [shape], "inputs": {"H0": Tensor("i64", dims, [start]), "limit": trip(bound)},
                     "outputs": [Tensor("i64", dims, values[-1:]), i64(*values)]})
    corpus.add("loop/control/do_while", rules=["TRIP-1", "TRIP-2", "COND-1", "COND-2", "OUT-6"], oracle="by-hand",
               kind="boundary", model=graph.text(), weights=graph.weights.data, columns=["shape"], runs=runs,
               title="A do-while loop keeps the values of its last iteration, the one whose condition is false.",
               notes="h' = 3 h + 1, while h' < limit: 0 -> 1 -> 4 -> 13 -> 40 -> 121. 40 < 40 is false and ends it.")


def add_current_iteration(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    p0 = graph.parameter("P0", "{{type}}", [1])
    q0 = graph.parameter("Q0", "{{type}}", [1])
    loop, body = counted(graph, count)
    k = body.parameter("k", "{{type}}", [1])
    p, q = body.parameter("p", "{{type}}", [1]), body.parameter("q", "{{type}}", [1])
    number, first, second = body.result(k, "number"), body.result(p, "first"), body.result(q, "second")
    both = body.result(body.op("Concat", k, q, k, axis=0, shape=[3]), "both")
    loop.current_iteration(k)
    loop.input(p0, p)
    loop.input(q0, q)
    loop.back_edge(number, p)
    loop.back_edge(first, q)
    for result, width in ((number, 1), (first, 1), (second, 1), (both, 3)):
        graph.result(loop.output(result, shape=[-1], **scan(width)), result.name + "_all")
    graph.result(loop.output(first, shape=[1]), "first_last")
    runs = []
    for type_ in ("i64", "i32"):
        for n, numbers, firsts, seconds, last in (
                (4, [0, 1, 2, 3], [-5, 0, 1, 2], [-9, -5, 0, 1], 2), (1, [0], [-5], [-9], -5), (0, [], [], [], -9)):
            concat = [v for a, b in zip(numbers, seconds) for v in (a, b, a)]
            runs.append({"name": "%s_%d" % (type_, n), "at": typed(type_), "inputs": {
                "trip": trip(n), "P0": Tensor(type_, [1], [-5]), "Q0": Tensor(type_, [1], [-9])},
                "outputs": [Tensor(type_, [n], numbers), Tensor(type_, [n], firsts), Tensor(type_, [n], seconds),
                            Tensor(type_, [3 * n], concat), Tensor(type_, [1], [last])]})
    corpus.add("loop/control/current_iteration_delayed", rules=["ITER-1", "BACK-2", "OUT-5", "ZERO-1"], oracle="by-hand",
               kind="combined", model=graph.text(), weights=graph.weights.data, columns=["type", "precision"], runs=runs,
               title="The current iteration goes directly to a Result, through two back edges, and into a Concat.",
               notes="The numbers are 0, 1, 2, 3; one iteration late -5, 0, 1, 2; two late -9, -5, 0, 1. Without an iteration the last "
                     "value of the first delay is the initial value of the Parameter that its Result feeds, the second one: -9.")

    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    x = graph.parameter("X", "i32", [2])
    loop, body = counted(graph, count)
    c = body.parameter("c", "i32", [2])
    k = body.parameter("k", "i64", [])
    scaled = body.result(body.op("Multiply", c, body.op("Convert", k, type="i32", destination_type="i32")), "scaled")
    loop.input(x, c)
    if_unlisted = loop.entry_text(("input", -1, k, {"purpose": "current_iteration"}), "internal_layer_id")
    graph.result(loop.output(scaled, shape=[-1], **scan(2)), "all")
    text = graph.text()
    condition = loop.entry_text(loop.entries[0], "internal_layer_id")
    text = text.replace(condition, condition + "\n\t\t\t\t{{entry}}")
    corpus.add("loop/control/current_iteration_unlisted", rules=["ITER-2", "PORT-1"], oracle="by-hand", kind="boundary",
               model=text, weights=graph.weights.data, columns=["entry"],
               title="The only Parameter without an entry in the port map is the current iteration.",
               notes="(3, 10) times 0, 1, 2.", inputs={"trip": trip(3), "X": i32(3, 10)},
               runs=[{"name": name, "at": [entry], **tier, "outputs": [i32(0, 0, 3, 10, 6, 20)]}
                     for name, entry, tier in (("listed", if_unlisted, {}), ("not_listed", "", {"tier": "survey"}))])


def add_current_iteration_of_unknown_rank(corpus):
    graph = ir.Graph()
    loop, body = counted(graph, graph.parameter("trip", "i64", []))
    k = body.parameter("k", "{{type}}", "...")
    loop.current_iteration(k)
    number = body.result(k, "number")
    rank = body.result(body.op("ShapeOf", k, version="opset3", type="i64", shape=[-1], output_type="i64"), "shape")
    graph.result(loop.output(number, shape="..."), "last")
    graph.result(loop.output(rank, shape=[-1]), "shape_of_last")
    runs = [{"name": type_, "at": typed(type_), "inputs": {"trip": trip(3)}, "tier": "survey",
             "outputs": [Tensor(type_, [], [2]), Tensor("i64", [0], [])]} for type_ in ("i64", "i32")]
    corpus.add("loop/control/current_iteration_of_unknown_rank", rules=["ITER-1"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data, columns=["type", "precision"], runs=runs,
               title="A current iteration whose Parameter has an unknown rank is a scalar.",
               notes="After 0, 1, 2 the last value is 2, and the shape of a scalar has no elements.")


def add_drafts(corpus):
    """The form of the first Loop-5 page; the trip count is the port without an entry."""
    for place in range(3):
        graph = ir.Graph()
        condition = graph.parameter("condition", "boolean", [])
        x = graph.parameter("X", "i32", [2])
        count = graph.parameter("trip", "i64", [])
        body = graph.body()
        k = body.parameter("k", "i64", [])
        gate = body.parameter("gate", "boolean", [])
        h = body.parameter("h", "i32", [2])
        grown = body.result(body.op("Add", h, h), "grown")
        more = body.result(body.op("LogicalAnd", gate, body.op("Less", k, body.const("i64", 2))), "more")
        loop = graph.draft_loop(body)
        for at in range(3):
            if at == place:
                loop.wire(count)
            elif not any(e[2] is gate for e in loop.entries):
                loop.input(condition, gate, condition="{{true}}")
            else:
                loop.input(x, h, **({"condition": "False"} if place == 1 else {}))
        loop.back_edge(grown, h)
        loop.back_edge(more, gate)
        graph.result(loop.output(grown, shape=[2]), "last")
        graph.result(loop.output(grown, shape=[-1], axis=0), "all")
        runs = []
        for spelling in ("True", "true", "1"):
            for n, c, values in ((5, True, [6, 10, 12, 20, 24, 40]), (2, True, [6, 10, 12, 20]), (0, True, []),
                                 (5, False, [])):
                runs.append({"name": "%s__trip_%d__condition_%d" % (spelling.lower() + ("_capital" if spelling == "True"
                                                                                       else ""), n, c),
                             "at": [spelling], "tier": "survey", "inputs": {"trip": trip(n), "condition": flag(c)},
                             "outputs": [i32(*(values[-2:] or [3, 5])), i32(*values)]})
        corpus.add("loop/draft/trip_count_on_port_%d" % place, oracle="by-hand", kind="combined", model=graph.text(),
                   weights=graph.weights.data, columns=["true"], inputs={"X": i32(3, 5)}, runs=runs,
                   rules=["TRIP-5", "PORT-5", "COND-3", "COND-4", "ITER-2", "ZERO-1"],
                   title="In the draft form the trip count is the input port without an entry, here port %d." % place,
                   notes="(3, 5) doubles: (6, 10), (12, 20), (24, 40). The condition k < 2 is false in iteration 2: "
                         "at most 3 iterations. Scans have only an axis, and parts of 2.")


def add_cases(corpus):
    for add in (add_control_types, add_trip_extremes, add_conditions, add_current_iteration,
                add_current_iteration_of_unknown_rank, add_drafts):
        add(corpus)
