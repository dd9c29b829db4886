"""Constants where other models have inputs: trip counts, conditions, tables of conditions, Results.

Also one Result on two ports.
"""

import ir
from case import Tensor
from frames import INSIDE, OUTSIDE, TYPES, counted, flag, i32, i64, rewired, scan, trip, typed, wire


def control_runs(ids):
    """All triples of a trip count, an initial condition and a body condition, each constant or not."""
    for count, trips, given in (("trip_0", 0, "trip"), ("trip_1", 1, "trip"), ("trip_4", 4, "trip"), ("always_0", 0, "none"),
                                ("always_1", 1, "one"), ("always_4", 4, "four"), ("always_m1", -1, "no_bound")):
        for begins, first, begin in (("if_true", True, "go"), ("if_false", False, "go"), ("yes", True, "true"), ("no", False, "false")):
            for more, last, gate, gated in (
                    ("ends_never", lambda n, g: True, "gate", True), ("ends_at_once", lambda n, g: False, "gate", True),
                    ("ends_after_1", lambda n, g: n < 1, "gate", True), ("gate_true", lambda n, g: g, "open", True),
                    ("gate_false", lambda n, g: g, "shut", False), ("gate_if_true", lambda n, g: g, "gate", True),
                    ("gate_if_false", lambda n, g: g, "gate", False)):
                if trips == -1 and first and more == "ends_never":
                    continue
                n, going, value, values, opened = 0, first, 5, [], gated
                while going and (trips == -1 or n < trips):
                    value *= 2
                    values.append(value)
                    going, opened = last(n, opened), n < 1
                    n += 1
                result = {"ends_never": "never", "ends_at_once": "at_once", "ends_after_1": "after_1"}.get(more, "gated")
                yield {"name": "%s__%s__%s" % (count, begins, more), "at": ids[given] + ids[begin] + ids[gate] + ids[result] + ids["H0"],
                       "inputs": {"trip": trip(trips if given == "trip" else 3), "go": flag(first if begin == "go" else True),
                                  "gate": Tensor("boolean", [1], [gated if gate == "gate" else True]), "H0": i32(5)},
                       "outputs": [i32(value), i32(*values), i64(*range(n))]}


def add_constant_controls(corpus):
    graph = ir.Graph()
    count, go = graph.parameter("trip", "i64", []), graph.parameter("go", "boolean", [])
    gate0, h0 = graph.parameter("gate", "boolean", [1]), graph.parameter("H0", "i32", [1])
    ids = {"trip": count, "go": go, "gate": gate0, "H0": h0, "none": graph.const("i64", 0), "one": graph.const("i64", 1),
           "four": graph.const("i64", 4), "no_bound": graph.const("i64", -1), "true": graph.const("boolean", True),
           "false": graph.const("boolean", False), "open": graph.const("boolean", [True]),
           "shut": graph.const("boolean", [False]), "five": graph.const("i32", [5])}
    body = graph.body()
    k, gate, h = body.parameter("k", "i64", [1]), body.parameter("gate", "boolean", [1]), body.parameter("h", "i32", [1])
    early = body.op("Less", k, body.const("i64", [1]))
    conditions = {"never": body.const("boolean", True), "at_once": body.const("boolean", False), "after_1": early, "gated": gate}
    more, opens = body.result(gate, "more"), body.result(early, "opens")
    doubled, number = body.result(body.op("Add", h, h), "doubled"), body.result(k, "number")
    loop = graph.loop(body, count, go)
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.input(gate0, gate)
    loop.input(h0, h)
    loop.back_edge(opens, gate)
    loop.back_edge(doubled, h)
    graph.result(loop.output(doubled, shape=[1]), "last")
    graph.result(loop.output(doubled, shape=[-1], **scan()), "all")
    graph.result(loop.output(number, shape=[-1], **scan()), "numbers")
    text = rewired(graph.text(), more, 0, "more", INSIDE)
    for port, placeholder in enumerate(("count", "begins", "gate", "start")):
        text = rewired(text, loop.layer, port, placeholder, OUTSIDE)
    ids = {name: wire(value) for name, value in {**ids, **conditions}.items()}
    runs = list(control_runs(ids))
    for name in ("always_0__yes__ends_never", "always_4__no__ends_never", "always_4__yes__ends_never", "always_4__yes__gate_true"):
        run = next(r for r in runs if r["name"] == name)
        runs.append({**run, "name": name + "__from_5", "at": run["at"][:4] + ids["open"] + run["at"][6:-2] + ids["five"]})
    corpus.add("loop/control/constants", rules=["COND-1", "COND-2", "TRIP-1", "TRIP-2", "TRIP-3", "ZERO-1", "ZERO-2"], kind="boundary",
               oracle="generator: gen/hand_constants.py", model=text, weights=graph.weights.data, runs=runs,
               columns=[p + q for p in ("count", "begins", "gate", "more", "start") for q in ("", "_port")],
               title="Every combination of a constant or computed trip count, initial condition and body condition.",
               notes="h = 5 doubles. A condition is true, false, k < 1, or the gate: a start value in iteration 0, then k < 1 of the "
                     "previous iteration. always_N, yes, no, gate_true, gate_false are constants, the others inputs.")


def add_constant_table(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    table, single = graph.const("boolean", [True, True, False, True]), graph.const("boolean", [False])
    other = graph.const("boolean", [True])
    body = graph.body()
    k, part = body.parameter("k", "i64", [1]), body.parameter("part", "boolean", [1])
    more, number = body.result(part, "more"), body.result(k, "number")
    loop = graph.loop(body, count, graph.const("boolean", True))
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.input(table, part, axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}", part_size=1)
    graph.result(loop.output(more, shape=[-1], **scan()), "conditions")
    graph.result(loop.output(number, shape=[-1], **scan()), "numbers")
    text = rewired(graph.text(), loop.layer, 2, "table", OUTSIDE)
    forward, backward = [0, -1, 1], [-1, 0, -1]
    t, f = True, False
    corpus.add("loop/control/condition_from_a_constant", rules=["COND-2", "SLICE-5"], kind="boundary", oracle="by-hand", model=text,
               weights=graph.weights.data, columns=["start", "end", "stride", "table", "table_port"],
               title="The condition is a part of a constant, so each iteration has its own.",
               notes="(T, T, F, T) forward ends after T, T, F, and backward after T, F. A table of one F ends after one iteration.",
               runs=[{"name": name, "at": direction + wire(value), "inputs": {"trip": trip(n)},
                      "outputs": [Tensor("boolean", [len(conditions)], conditions), i64(*range(len(conditions)))]}
                     for name, value, direction, n, conditions in (
                         ("forward", table, forward, -1, [t, t, f]), ("backward", table, backward, -1, [t, f]),
                         ("two_of_four", table, forward, 2, [t, t]), ("one_false", single, forward, -1, [f]),
                         ("one_true", other, forward, 1, [t]), ("none", single, forward, 0, []))])


def add_controls_handed_through(corpus):
    for name, port in (("trip", 0), ("go", 1)):
        graph = ir.Graph()
        controls = [graph.parameter("trip", "i64", []), graph.parameter("go", "boolean", [])]
        h0 = graph.parameter("H0", "{{type}}", [1])
        body = graph.body()
        given, h = body.parameter("given", controls[port].type, []), body.parameter("h", "{{type}}", [1])
        more = body.result(body.const("boolean", True), "more")
        turned = body.result(body.op("Convert", body.op("LogicalNot", body.op("Convert", h, type="boolean", destination_type="boolean")),
                                     type="{{type}}", destination_type="{{type}}"), "turned")
        handed = body.result(given, "handed")
        loop = graph.loop(body, *controls)
        loop.bind(port, given)
        loop.execution_condition(more)
        loop.input(h0, h)
        loop.back_edge(turned, h)
        all_ = loop.output(turned, shape=[-1], **scan())
        through = loop.output(handed, shape=[-1], axis="{{axis}}")
        graph.result(all_, "all")
        read = graph.result(through, "read")
        text = graph.text().replace('precision="{{type}}"', 'precision="{{precision}}"')
        runs = []
        for type_ in ("boolean", "i32", "i64"):
            for form, axis in (("scan", 0), ("last", None)):
                for read_too in (True, False):
                    turns = Tensor(type_, [3], [True, False, True] if type_ == "boolean" else [1, 0, 1])
                    value = 3 if name == "trip" else True
                    second = Tensor(controls[port].type, [3] if axis == 0 else [], [value] * (3 if axis == 0 else 1))
                    runs.append({"name": "%s__%s__%s" % (type_, form, "read" if read_too else "unread"),
                                 "at": typed(type_) + [axis] + wire(through if read_too else all_),
                                 "inputs": {"trip": trip(3), "go": flag(True), "H0": Tensor(type_, [1], [0])},
                                 "outputs": [turns, second if read_too else turns]})
        corpus.add("loop/control/%s_handed_through" % ("trip_count" if port == 0 else "condition"), kind="combined", oracle="by-hand",
                   rules=["PORT-1", "TRIP-1" if port == 0 else "COND-1", "OUT-2"], model=rewired(text, read, 0, "second", OUTSIDE),
                   weights=graph.weights.data, columns=["type", "precision", "axis", "second", "second_port"], runs=runs,
                   title="The %s is also a value of the body and an output, which is read or not." % (
                       "trip count" if port == 0 else "initial condition"),
                   notes="0 becomes 1, 0, 1 in three iterations, however the control input is used.")


def add_iteration_in_company(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    h0, c = graph.parameter("H0", "i32", [1]), graph.parameter("C", "i32", [1])
    loop, body = counted(graph, count)
    places = [body.parameter("place_%d" % n, "i32", [1]) for n in range(3)]
    summed, doubled = body.op("Add", places[0], places[1]), body.op("Add", places[2], places[2])
    sums, number, other = body.result(summed, "sums"), body.result(places[1], "number"), body.result(doubled, "other")
    loop.current_iteration("{{number}}")
    loop.input(h0, "{{sum}}")
    loop.input(c, "{{other}}")
    loop.back_edge(sums, "{{sum}}")
    numbers = loop.output(number, shape=[-1], **scan())
    graph.result(numbers, "numbers")
    graph.result(loop.output(sums, shape=[1]), "sum")
    beside = loop.output(other, shape=[-1], axis="{{axis}}")
    read = graph.result(beside, "read")
    text = rewired(graph.text(), read, 0, "read", OUTSIDE)
    for layer, port, role in ((summed.layer, 0, "sum"), (summed.layer, 1, "number"), (number, 0, "number"), (doubled.layer, 0, "other"),
                              (doubled.layer, 1, "other")):
        text = rewired(text, layer, port, role, INSIDE).replace(' from-port="{{%s_port}}"' % role, ' from-port="0"')
    runs = []
    for order in ("nso", "nos", "sno", "ons", "son", "osn"):
        for form, axis in (("last", None), ("scan", 0)):
            for read_too in (True, False):
                runs.append({"name": "%s__%s__%s" % (order, form, "read" if read_too else "unread"),
                             "at": [places[order.index(role)].layer.id for role in "nso"] + [axis] + wire(beside if read_too else numbers),
                             "outputs": [i32(0, 1, 2), i32(8), i32(*[18] * (3 if axis == 0 else 1)) if read_too else i32(0, 1, 2)]})
    corpus.add("loop/control/current_iteration_in_company", rules=["ITER-1", "OUT-1"], kind="combined", oracle="by-hand", model=text,
               weights=graph.weights.data, columns=["number", "sum", "other", "axis", "read", "read_port"], runs=runs,
               inputs={"trip": trip(3), "H0": i32(5), "C": i32(9)},
               title="The current iteration is the first, second or third Parameter, next to one whose output is read or not.",
               notes="n is the current iteration 0, 1, 2. s is their sum: 5 + 0 + 1 + 2 = 8. o is C = 9, and 18 is the output. The run's "
                     "name gives their order.")


def add_unchanging_zero(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    a0, c = graph.parameter("A", "i32", [2]), graph.parameter("C", "i32", [2])
    loop, body = counted(graph, count)
    a, handed, k = body.parameter("a", "i32", [2]), body.parameter("c", "i32", [2]), body.parameter("k", "i64", [1])
    sources = {"constant": body.const("i32", [70, 71]), "handed_through": handed, "computed": body.op("Add", a, handed)}
    result = body.result(handed, "result")
    beside_it = {"read": body.op("Convert", body.op("ReduceSum", a, body.const("i64", [0]), keep_dims="true", shape=[1]), type="i64",
                                 destination_type="i64"), "unread": k}
    other = body.result(k, "other")
    loop.current_iteration(k)
    loop.input(a0, a)
    loop.input(c, handed)
    loop.back_edge(result, a)
    graph.result(loop.output(result, shape=[2]), "last")
    graph.result(loop.output(other, shape=[-1], **scan()), "beside")
    runs = []
    for source, step in (("constant", lambda a: [70, 71]), ("handed_through", lambda a: [9, 8]),
                         ("computed", lambda a: [a[0] + 9, a[1] + 8])):
        for beside in ("unread", "read"):
            for n in (0, 1, 3):
                value, joined = [3, 4], []
                for i in range(n):
                    joined.append(sum(value) if beside == "read" else i)
                    value = step(value)
                runs.append({"name": "%s__%s__iterations_%d" % (source, beside, n),
                             "at": wire(sources[source]) + wire(beside_it[beside]), "inputs": {"trip": trip(n)},
                             "outputs": [i32(*value), i64(*joined)]})
    corpus.add("loop/zero_iterations/results_that_never_change", rules=["ZERO-1", "BACK-3", "OUT-1"], kind="boundary", runs=runs,
               oracle="generator: gen/hand_constants.py", model=rewired(rewired(graph.text(), result, 0, "source", INSIDE), other, 0, "beside", INSIDE),
               weights=graph.weights.data, columns=["source", "source_port", "beside", "beside_port"],
               inputs={"A": i32(3, 4), "C": i32(9, 8)},
               title="Without an iteration no back edge carries a constant or an invariant input: the initial value comes out.",
               notes="Without an iteration the output is A = (3, 4), with iterations (70, 71), C = (9, 8), or A + n C. "
                     "Another output is the "
                     "sum of a, or k, so that a is read or not.")


def add_twice(corpus, form):
    """Ports 1 and 2 are one Result, port 3 is another; all are read, or one of the first two is not."""
    graph = ir.Graph()
    first = graph.parameter("trip", "i64", []) if form == "loop" else graph.parameter("X", "i32", [3])
    h0, c = graph.parameter("H0", "i32", [1]), graph.parameter("C", "i32", [1])
    if form == "loop":
        loop, body = counted(graph, first)
    else:
        body = graph.body()
        loop = graph.tensor_iterator(body)
        part = body.parameter("part", "i32", [1])
        loop.input(first, part, axis=0)
    h, handed = body.parameter("h", "i32", [1]), body.parameter("c", "i32", [1])
    changing = body.op("Add", h, handed if form == "loop" else part)
    sources = {"changing": changing, "before": h, "handed": handed, "constant": body.const("i32", [70]), "other": body.const("i32", [80])}
    grown, twice_, once_ = body.result(changing, "grown"), body.result(h, "twice"), body.result(h, "once")
    loop.input(h0, h)
    loop.input(c, handed)
    loop.back_edge(grown, h)
    ports = [loop.output(twice_, shape=[-1], axis="{{axis_1}}"), loop.output(twice_, shape=[-1], axis="{{axis_2}}"), loop.output(once_, shape=[1])]
    places = ("first", "second", "third")
    outside = [graph.result(port, place) for port, place in zip(ports, places)]
    text = rewired(rewired(graph.text(), twice_, 0, "twice", INSIDE), once_, 0, "once", INSIDE)
    for read, place in zip(outside, places):
        text = rewired(text, read, 0, place, OUTSIDE)
    sums = [14, 23, 32] if form == "loop" else [6, 8, 11]
    values = {"changing": sums, "before": [5] + sums[:2], "handed": [9] * 3, "constant": [70] * 3, "other": [80] * 3}
    runs = []
    for twice in ("changing", "before", "handed", "constant"):
        for axes in ((None, None), (0, 0), (None, 0), (0, None)):
            for once in ("changing", "other") if twice != "changing" and axes == (None, None) else ("other",):
                for reads in ((0, 1, 2), (1, 1, 2), (0, 0, 2)):
                    made = [i32(*(values[twice] if axis == 0 else values[twice][-1:])) for axis in axes] + [i32(values[once][-1])]
                    words = ["scan" if axis == 0 else "last" for axis in axes]
                    unread = {(1, 1): "first_unread", (0, 0): "second_unread"}.get(reads[:2], "all_read")
                    runs.append({"name": "%s__%s__and_%s__%s" % (twice, "_".join(words), once, unread),
                                 "at": [*axes, *wire(sources[twice]), *wire(sources[once]), *(w for r in reads for w in wire(ports[r]))],
                                 "outputs": [made[r] for r in reads]})
    name = "loop" if form == "loop" else "tensor_iterator"
    corpus.add("%s/outputs/one_result_on_two_ports" % name, rules=["PORT-2", "OUT-1", "OUT-2"], kind="boundary", oracle="by-hand",
               model=text, weights=graph.weights.data, runs=runs,
               columns=["axis_1", "axis_2"] + [p + q for p in ("twice", "once", *places) for q in ("", "_port")],
               inputs={**({"trip": trip(3)} if form == "loop" else {"X": i32(1, 2, 3)}), "H0": i32(5), "C": i32(9)},
               title="One Result on two ports of a %s: two last values, two scans or one of each, whether both ports are "
                     "read or not." % TYPES[form],
               notes="h = 5 grows by %s; before each addition it is %s. handed is C = 9, the constants are 70 and 80." % (
                   ("9: 14, 23, 32", "5, 14, 23") if form == "loop" else ("1, 2, 3: 6, 8, 11", "5, 6, 8")))


def add_cases(corpus):
    for add in (add_constant_controls, add_constant_table, add_controls_handed_through, add_iteration_in_company,
                add_unchanging_zero):
        add(corpus)
    for form in ("loop", "tensor_iterator"):
        add_twice(corpus, form)
