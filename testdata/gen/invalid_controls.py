"""Control inputs of a Loop that are rejected, each next to the correct model."""

import case
import ir
from broken import add, changed, line_with
from case import Tensor
from frames import flag, i64, scan, trip, typed


def add_control(corpus):
    graph = ir.Graph()
    count, condition = graph.parameter("trip", "i64", []), graph.parameter("condition", "boolean", [])
    h0 = graph.parameter("H0", "i64", [1])
    dynamic = graph.parameter("D", "boolean", [-1])
    body = graph.body()
    k, h, di = body.parameter("k", "i64", [1]), body.parameter("h", "i64", [1]), body.parameter("d", "boolean", [-1])
    sum_ = body.result(body.op("Add", h, k), "sum")
    more = body.result(body.const("boolean", True), "more")
    of_two = body.result(body.const("boolean", [True, True]), "of_two")
    number = body.result(body.const("i64", 1), "number")
    passed = body.result(di, "passed")
    loop = graph.loop(body, count, condition)
    loop.input(h0, h)
    loop.input(dynamic, di)
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[1]), "last")
    text = graph.text()
    counter = line_with(text, "current_iteration")
    gate = line_with(text, "execution_condition")
    edge = line_with(text, "<edge from-layer", 'to-layer="1" />', "%s" % sum_.id)
    trip_data, condition_data = '<data shape="" element_type="i64" />', '<data shape="" element_type="boolean" />'
    places = {"trip": trip_data, "condition": condition_data, "counter": counter, "gate": gate, "edge": edge}
    rows = []
    for type_ in ("f32", "boolean", "i16", "u64", "u8"):
        tier = ["survey"] if type_[0] in "iu" else []  # another type of integers is an extension
        rows.append(("trip_%s" % type_, "trip", '<data shape="" element_type="%s" />' % type_, "load", "TRIP-1", *tier))
    for name, shape in (("2", "2"), ("0", "0"), ("1_1", "1,1")):
        rows.append(("trip_shape_%s" % name, "trip", '<data shape="%s" element_type="i64" />' % shape, "load", "TRIP-1"))
        if name != "1_1":  # still one element: COND-1 can be read either way
            rows.append(("condition_shape_%s" % name, "condition", '<data shape="%s" element_type="boolean" />' % shape,
                         "load", "COND-1"))
    for type_ in ("i32", "u8", "f32"):
        tier = ["survey"] if type_ == "u8" else []  # a byte, like a boolean: an extension
        rows.append(("condition_%s" % type_, "condition", '<data shape="" element_type="%s" />' % type_, "load", "COND-1", *tier))
    rows += [
        ("no_condition_result", "gate", "", "load", "COND-4"),
        ("two_condition_results", "gate", gate + changed(gate, internal_layer_id=passed.id), "load", "COND-4", "survey"),
        ("condition_result_is_a_parameter", "gate", changed(gate, internal_layer_id=1), "load", "PORT-3"),
        ("condition_result_is_no_layer", "gate", changed(gate, internal_layer_id=77), "load", "PORT-3"),
        ("condition_result_of_two_elements", "gate", changed(gate, internal_layer_id=of_two.id), "load", "COND-4"),
        ("condition_result_of_integers", "gate", changed(gate, internal_layer_id=number.id), "load", "COND-4"),
        ("current_iteration_twice", "counter", counter + counter, "load", "PORT-1"),
        ("current_iteration_is_a_result", "counter", changed(counter, internal_layer_id=sum_.id), "load", "PORT-3"),
        ("current_iteration_from_a_port", "counter", changed(counter, external_port_id=2), "load", "ITER-3"),
        ("current_iteration_fed", "edge", changed(edge, to__layer=0), "load", "ITER-3"),
    ]
    add(corpus, "invalid/control_inputs", "A trip count, condition or current iteration with a wrong type, shape or wiring is rejected.",
        text,
        places, rows, rules=["TRIP-1", "COND-1", "COND-4", "ITER-3", "PORT-1", "PORT-3"], weights=graph.weights.data,
        inputs={"trip": trip(4), "condition": flag(True), "H0": i64(10), "D": Tensor("boolean", [1], [True])},
        outputs=[i64(16)], notes="10 + 0 + 1 + 2 + 3 = 16. Every row except `mended` differs from it in one place.")

    for kind, rules in (("type", ["ITER-1"]), ("shape", ["ITER-1"])):
        graph = ir.Graph()
        count = graph.parameter("trip", "i64", [])
        body = graph.body()
        k = body.parameter("k", "{{type}}", "{{shape}}")
        more = body.result(body.const("boolean", True), "more")
        number = body.result(k, "number")
        loop = graph.loop(body, count, graph.const("boolean", True))
        loop.current_iteration(k)
        loop.execution_condition(more)
        graph.result(loop.output(number, shape=[-1], **scan()), "numbers")
        bad = [("f32", ""), ("boolean", ""), ("u64", ""), ("i16", "1")] if kind == "type" else [("i64", "2"), ("i64", "1,1"),
                                                                                              ("i32", "0")]
        good = ("i64", "")
        runs = [{"name": "mended", "at": [good[0], ir.PRECISION[good[0]], good[1]], "outputs": [i64(0, 1, 2)]}]
        for type_, shape in bad:
            tier = {"tier": "survey"} if type_ in ("i16", "u64") else {}  # an extension
            runs.append({"name": "%s_of_%s" % (type_, shape.replace(",", "_") or "rank_0"), "at": [type_, ir.PRECISION[type_], shape], **tier,
                         "rejected": {"phase": "load", "rule": "ITER-1"}})
        corpus.add("invalid/current_iteration_%s" % kind, rules=rules, kind="boundary", oracle="by-hand", model=graph.text(),
                   weights=graph.weights.data, columns=["type", "precision", "shape"], inputs={"trip": trip(3)}, runs=runs,
                   title="A current iteration with a wrong %s is rejected." % kind, notes="In the row `mended` the numbers are 0, 1, 2.")


def add_control_ports(corpus):
    graph = ir.Graph()
    count, condition, x = graph.parameter("trip", "i64", []), graph.parameter("condition", "boolean", []), graph.parameter("X", "i64", [])
    body = graph.body()
    h = body.parameter("h", "i64", [])
    doubled = body.result(body.op("Add", h, h), "doubled")
    more = body.result(body.const("boolean", True), "more")
    loop = graph.loop(body, count, condition)
    loop.input(x, h)
    loop.execution_condition(more)
    loop.back_edge(doubled, h)
    graph.result(loop.output(doubled, shape=[]), "last")
    text = graph.text()
    # The Loop's own port comes before those of its body, and its edges after theirs.
    names, pieces = [], []
    for port in (0, 1):
        head, _, ports = text.partition('type="Loop"')
        written = '<port id="%d" precision="%s" />' % (port, ("I64", "BOOL")[port])
        wire = line_with(text, "<edge from-layer", 'to-layer="%d" to-port="%d"' % (loop.layer.id, port))
        text = (head + 'type="Loop"' + ports.replace(written, "{{port_%d}}" % port, 1)).replace(wire, "{{edge_%d}}" % port)
        names += ["port_%d" % port, "edge_%d" % port]
        pieces += [written, wire]
    runs = [{"name": "mended", "at": pieces, "outputs": [case.scalar("i64", 56)]}]
    for name, gone in (("no_trip_count", 0), ("no_condition", 1)):
        at = ["" if k // 2 == gone else piece for k, piece in enumerate(pieces)]
        runs.append({"name": name, "at": at, "rejected": {"phase": "load", "rule": "TRIP-5"}})
    corpus.add("invalid/control_ports", rules=["TRIP-5"], kind="boundary", oracle="by-hand", model=text, weights=graph.weights.data,
               columns=names, runs=runs, title="A Loop needs its trip count on port 0 and its condition on port 1.",
               inputs={"trip": trip(3), "condition": flag(True), "X": case.scalar("i64", 7)},
               notes="In the row `mended` 7 doubles three times: 56. Each other row lacks a port and its edge.")


def add_dynamic_control(corpus):
    graph = ir.Graph()
    count, condition = graph.parameter("trip", "i64", [-1]), graph.parameter("condition", "boolean", [-1])
    flags = graph.parameter("flags", "boolean", [-1])
    body = graph.body()
    flag_, h = body.parameter("flag", "boolean", [-1]), body.parameter("h", "boolean", [-1])
    more = body.result(flag_, "more")
    loop = graph.loop(body, count, condition)
    loop.execution_condition(more)
    loop.input(flags, flag_)
    loop.input(flags, h)
    kept = body.result(h, "kept")
    loop.back_edge(kept, h)
    graph.result(loop.output(kept, shape=[-1]), "kept")
    good = {"trip": i64(2), "condition": Tensor("boolean", [1], [True]), "flags": Tensor("boolean", [1], [False])}
    two = Tensor("boolean", [2], [True, True])
    runs = [{"name": "mended", "inputs": good, "outputs": [Tensor("boolean", [1], [False])]}]
    for name, key, value, rule in (("trip_of_two", "trip", i64(2, 2), "TRIP-1"), ("trip_of_none", "trip", i64(), "TRIP-1"),
                                   ("condition_of_two", "condition", two, "COND-1"),
                                   ("condition_of_none", "condition", Tensor("boolean", [0], []), "COND-1"),
                                   ("body_condition_of_two", "flags", two, "COND-4"),
                                   ("body_condition_of_none", "flags", Tensor("boolean", [0], []), "COND-4")):
        runs.append({"name": name, "inputs": {**good, key: value}, "rejected": {"phase": "run", "rule": rule}})
    corpus.add("invalid/control_values", rules=["TRIP-1", "COND-1", "COND-4"], kind="boundary", oracle="by-hand",
               model=graph.text(), title="A trip count or condition whose size is only known at run time must have one element.",
               notes="In the row `mended` one iteration runs and the flag comes out.", runs=runs)


def add_drafts(corpus):
    graph = ir.Graph()
    condition, x, count = graph.parameter("condition", "boolean", []), graph.parameter("X", "i64", [1]), graph.parameter("trip", "i64", [])
    body = graph.body()
    gate, h, k = body.parameter("gate", "boolean", []), body.parameter("h", "i64", [1]), body.parameter("k", "i64", [])
    spare, other = body.parameter("spare", "i64", [1]), body.parameter("other", "i64", [1])
    sum_ = body.result(body.op("Add", h, k), "sum")
    more = body.result(gate, "more")
    body.result(spare, "spare_out")
    loop = graph.draft_loop(body)
    loop.input(condition, gate, condition="True")
    loop.bind(loop.input(x, h), spare)
    loop.input(x, other)
    loop.wire(count)
    loop.back_edge(sum_, h)
    loop.back_edge(more, gate)
    graph.result(loop.output(sum_, shape=[1]), "last")
    text = graph.text()
    entry = line_with(text, 'condition="True"')
    data, extra = [line_with(text, '<input external_port_id="1"', 'operation_id="%d"' % p.layer.id) for p in (h, spare)]
    third = line_with(text, '<input external_port_id="2"')
    edge = line_with(text, "from-operation", 'to-operation="0"')
    add(corpus, "invalid/draft", "In the draft form, a condition, trip count or current iteration with wrong wiring is rejected.", text,
        {"entry": entry, "data": data, "extra": extra, "third": third, "edge": edge}, [
            ("condition_maybe", "entry", changed(entry, condition="maybe"), "load", "PORT-5"),
            ("condition_empty", "entry", changed(entry, condition=""), "load", "PORT-5"),
            ("condition_2", "entry", changed(entry, condition="2"), "load", "PORT-5"),
            ("two_conditions", "data", changed(data, condition="True"), "load", "PORT-5"),
            ("condition_not_fed", "edge", "", "load", "COND-4"),
            ("two_ports_unnamed", "third", changed(third, external_port_id=1), "load", "TRIP-5", "survey"),
            ("second_current_iteration", "extra", "", "load", "ITER-2"),
            ("current_iteration_fed", "edge", edge + '<edge from-operation="%d" to-operation="2" />' % sum_.id, "load", "ITER-3"),
        ], rules=["PORT-5", "COND-4", "TRIP-5", "ITER-2", "ITER-3"], inputs={"condition": flag(True), "X": i64(5), "trip": trip(4)},
        outputs=[i64(11)], notes="5 + 0 + 1 + 2 + 3 = 11. Every row except `mended` differs from it in one place.")


def add_draft_trip_counts(corpus):
    """The draft page allows only i64."""
    graph = ir.Graph()
    x, count = graph.parameter("X", "i64", [2]), graph.parameter("trip", "{{type}}", [])
    body = graph.body()
    h = body.parameter("h", "i64", [2])
    grown = body.result(body.op("Add", h, h), "grown")
    loop = graph.draft_loop(body)
    loop.input(x, h)
    loop.wire(count)
    loop.back_edge(grown, h)
    graph.result(loop.output(grown, shape=[2]), "last")
    runs = [{"name": "mended", "at": typed("i64"), "outputs": [i64(24, 40)]}]
    for type_ in ("i32", "f32", "boolean"):
        tier = {"tier": "survey"} if type_ == "i32" else {}  # an extension
        runs.append({"name": type_, "at": typed(type_), **tier, "rejected": {"phase": "load", "rule": "TRIP-1"}})
    corpus.add("invalid/draft_trip_count_type", rules=["TRIP-1"], kind="boundary", oracle="by-hand", model=graph.text(),
               columns=["type", "precision"], inputs={"X": i64(3, 5), "trip": trip(3)}, runs=runs,
               title="The trip count of a draft Loop must be i64.", notes="In the row `mended` (3, 5) doubles three times: (24, 40).")


def add_cases(corpus):
    for add_some in (add_control, add_control_ports, add_dynamic_control, add_drafts, add_draft_trip_counts):
        add_some(corpus)
