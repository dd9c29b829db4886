"""Port maps, slices, back edges and control inputs that are rejected, each next to the correct model."""

import case
import ir
from broken import add, changed, line_with
from case import Tensor
from frames import flag, i32, i64, scan, trip, typed


def iterator():
    """X is cut by columns, H is merged, C is invariant: d = x + h + c, which feeds h."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [2, 3]), graph.parameter("H0", "i32", [2, 1])
    c = graph.parameter("C", "i32", [1])
    body = graph.body()
    xi, h, ci = body.parameter("x", "i32", [2, 1]), body.parameter("h", "i32", [2, 1]), body.parameter("c", "i32", [1])
    sum_ = body.op("Add", body.op("Add", xi, h), ci, shape=[2, 1])
    result = body.result(sum_, "sum")
    spare = body.result(body.op("Convert", h, type="i64", destination_type="i64"), "spare")
    body.result(sum_, "twin")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=1, start=0, end=-1, stride=1, part_size=1)
    loop.input(h0, h)
    loop.input(c, ci)
    loop.back_edge(result, h)
    graph.result(loop.output(result, shape=[2, 1]), "last")
    graph.result(loop.output(result, shape=[2, 3], axis=1, start=0, end=-1, stride=1, part_size=1), "all")
    return graph, spare


ITERATOR_INPUTS = {"X": Tensor("i32", [2, 3], [1, 2, 3, 4, 5, 6]), "H0": Tensor("i32", [2, 1], [10, 20]), "C": i32(100)}
# h: 10 + 1 + 100 = 111, 111 + 2 + 100 = 213, 316; 20 + 4 + 100 = 124, 229, 335
ITERATOR_OUTPUTS = [Tensor("i32", [2, 1], [316, 335]), Tensor("i32", [2, 3], [111, 213, 316, 124, 229, 335])]
ITERATOR_NOTES = ("h + x + 100: 10 -> 111 -> 213 -> 316 and 20 -> 124 -> 229 -> 335. Every row except `mended` differs from "
                  "it in one place.")


def add_port_maps(corpus):
    graph, _ = iterator()
    text = graph.text()
    ins = [line_with(text, "<input ", 'external_port_id="%d"' % p) for p in range(3)]
    outs = [line_with(text, "<output ", 'external_port_id="%d"' % p) for p in (3, 4)]
    places = {"sliced": ins[0], "merged": ins[1], "invariant": ins[2], "last": outs[0], "scan": outs[1]}
    c, s, l, j = ins[2], ins[0], outs[0], outs[1]
    rows = [
        ("parameter_unbound", "invariant", "", "load", "PORT-1", "required"),
        ("parameter_bound_twice", "invariant", c + c, "load", "PORT-1"),
        ("parameter_bound_by_two_ports", "invariant", c + changed(c, external_port_id=1), "load", "PORT-1"),
        ("merged_parameter_unbound", "merged", "", "load", "PORT-1", "required"),
        ("unwired_external_port", "invariant", changed(c, external_port_id=-1), "load", "PORT-3"),
        ("output_port_unbound", "last", "", "load", "PORT-2", "required"),
        ("output_port_bound_twice", "last", l + l, "load", "PORT-2"),
        ("output_port_bound_by_two_results", "last", l + changed(l, internal_layer_id=7), "load", "PORT-2"),
        ("unknown_internal_layer", "invariant", c + changed(c, internal_layer_id=99), "load", "PORT-3"),
        ("internal_layer_is_an_operation", "invariant", c + changed(c, internal_layer_id=3), "load", "PORT-3"),
        ("input_names_a_result", "invariant", c + changed(c, internal_layer_id=5), "load", "PORT-3"),
        ("output_names_a_parameter", "last", changed(l, internal_layer_id=0), "load", "PORT-3"),
        ("output_names_an_operation", "last", changed(l, internal_layer_id=4), "load", "PORT-3"),
        ("output_names_no_layer", "last", changed(l, internal_layer_id=-7), "load", "PORT-3"),
        ("unknown_external_port", "invariant", changed(c, external_port_id=9), "load", "PORT-3"),
        ("input_entry_for_an_output_port", "invariant", changed(c, external_port_id=3), "load", "PORT-3"),
        ("output_entry_for_an_input_port", "last", l + changed(l, external_port_id=0), "load", "PORT-3"),
        ("unknown_output_port", "last", l + changed(l, external_port_id=5), "load", "PORT-3"),
    ]
    for key, value in (("start", 0), ("end", -1), ("stride", 1), ("part_size", 1)):
        rows.append(("%s_without_axis" % key, "invariant", changed(c, **{key: value}), "load", "PORT-4"))
        rows.append(("%s_without_axis_on_an_output" % key, "last", changed(l, **{key: value}), "load", "PORT-4"))
    rows += [("all_but_axis", "sliced", changed(s, axis=None), "load", "PORT-4"),
             ("all_but_axis_on_an_output", "scan", changed(j, axis=None), "load", "PORT-4")]
    rows += [("condition_in_an_iterator", "invariant", changed(c, condition="True"), "load", "PORT-6"),
             ("purpose_in_an_iterator", "invariant", changed(c, purpose="current_iteration"), "load", "PORT-6"),
             ("purpose_on_an_output_of_an_iterator", "last", changed(l, purpose="execution_condition"), "load", "PORT-6")]
    add(corpus, "invalid/port_map", "Port maps with wrong entries are rejected at load.", text, places, rows,
        rules=["PORT-1", "PORT-2", "PORT-3", "PORT-4", "PORT-6"], inputs=ITERATOR_INPUTS, outputs=ITERATOR_OUTPUTS, notes=ITERATOR_NOTES)


def add_slices(corpus):
    graph, _ = iterator()
    text = graph.text()
    s = line_with(text, "<input ", 'external_port_id="0"')
    j = line_with(text, "<output ", 'external_port_id="4"')
    c = line_with(text, "<input ", 'external_port_id="2"')
    rows = []
    for name, rule, change in (
            ("axis_2", "SLICE-1", {"axis": 2}), ("axis_m3", "SLICE-1", {"axis": -3}),
            ("axis_huge", "SLICE-1", {"axis": 2**40}), ("start_3", "SLICE-2", {"start": 3}),
            ("start_m4", "SLICE-2", {"start": -4}), ("end_3", "SLICE-2", {"end": 3}), ("end_m4", "SLICE-2", {"end": -4}),
            ("start_smallest", "SLICE-2", {"start": -2**63}), ("end_largest", "SLICE-2", {"end": 2**63 - 1}),
            ("stride_0", "SLICE-3", {"stride": 0}), ("start_past_end", "SLICE-3", {"start": 2, "end": 1}),
            ("backward_with_forward_borders", "SLICE-3", {"stride": -1}),
            ("backward_with_default_borders", "SLICE-3", {"stride": -1, "start": None, "end": None}),
            ("forward_with_backward_borders", "SLICE-3", {"start": -1, "end": 0}),
            ("part_size_0", "SLICE-4", {"part_size": 0}), ("part_size_m1", "SLICE-4", {"part_size": -1})):
        rows.append((name, "sliced", changed(s, **change), "load", rule))
    for name, change in (("stride_2", {"stride": 2, "part_size": 2}), ("stride_4", {"stride": 4, "part_size": None}),
                         ("backward_by_2", {"stride": -2, "start": -1, "end": 0, "part_size": None}),
                         ("stride_smallest", {"stride": -2**63, "start": -1, "end": 0, "part_size": None}),
                         ("stride_largest", {"stride": 2**63 - 1, "part_size": None})):
        rows.append((name, "sliced", changed(s, **change), "load", "SLICE-6"))
    rows += [("parts_wider_than_declared", "sliced", changed(s, stride=3, part_size=3), "load", "BODY-4"),
             ("counts_differ", "invariant", changed(c, axis=0), "load", "SLICE-7", "survey")]
    for name, rule, change in (("output_axis_2", "SLICE-1", {"axis": 2}),
                               ("output_axis_m3", "SLICE-1", {"axis": -3}),
                               ("output_stride_0", ["SLICE-3", "OUT-3"], {"stride": 0}),
                               ("output_part_size_0", ["SLICE-4", "OUT-4"], {"part_size": 0})):
        rows.append((name, "scan", changed(j, **change), "load", rule))
    add(corpus, "invalid/slices", "Slices that exceed the axis, run against their stride or have a remainder are rejected.", text,
        {"sliced": s, "invariant": c, "scan": j}, rows, rules=["SLICE-1", "SLICE-2", "SLICE-3", "SLICE-4", "SLICE-6", "SLICE-7"],
        inputs=ITERATOR_INPUTS, outputs=ITERATOR_OUTPUTS, notes=ITERATOR_NOTES)

    graph = ir.Graph()
    x = graph.parameter("X", "f32", [])
    body = graph.body()
    xi = body.parameter("x", "f32", [])
    loop = graph.tensor_iterator(body)
    loop.input(x, xi)
    result = body.result(xi, "same")
    graph.result(loop.output(result, shape=[]), "last")
    text = graph.text()
    entry = line_with(text, "<input ", 'external_port_id="0"')
    rows = [("axis_%s" % str(a).replace("-", "m"), "entry", changed(entry, axis=a), "load", "SLICE-1") for a in (0, -1)]
    add(corpus, "invalid/sliced_scalar", "Cutting a scalar is rejected, because it has no axis.", text, {"entry": entry}, rows,
        rules=["SLICE-1"],
        inputs={"X": Tensor("f32", [], [1.5])}, outputs=[Tensor("f32", [], [1.5])])


def add_back_edges(corpus):
    graph, spare = iterator()
    text = graph.text()
    edge = line_with(text, "<edge from-layer", 'to-layer="1" />')
    spare_edge = '<edge from-layer="%d" to-layer="1" />' % spare.id
    rows = [
        ("from_unknown_layer", "edge", changed(edge, from__layer=99, to__layer=1), "load", "BACK-1"),
        ("to_unknown_layer", "edge", changed(edge, to__layer=99), "load", "BACK-1"),
        ("from_a_parameter", "edge", '<edge from-layer="0" to-layer="1" />', "load", "BACK-1"),
        ("from_an_operation", "edge", '<edge from-layer="3" to-layer="1" />', "load", "BACK-1"),
        ("to_a_result", "edge", changed(edge, to__layer=spare.id), "load", "BACK-1"),
        ("to_an_operation", "edge", changed(edge, to__layer=4), "load", "BACK-1"),
        ("reversed", "edge", '<edge from-layer="1" to-layer="%s" />' % 5, "load", "BACK-1"),
        ("written_twice", "edge", edge + edge, "load", "BACK-1"),
        ("two_into_one_parameter", "edge", edge + changed(edge, from__layer=8), "load", "BACK-1"),
        ("types_differ", "edge", spare_edge, "load", "BACK-5"),
        ("shapes_differ", "edge", changed(edge, to__layer=2), "load", "BODY-4"),
    ]
    add(corpus, "invalid/back_edges", "A back edge must lead from a Result to a Parameter of the same type and shape, one into each.", text,
        {"edge": edge}, rows, rules=["BACK-1", "BACK-5", "BODY-4"], inputs=ITERATOR_INPUTS,
        outputs=ITERATOR_OUTPUTS, notes=ITERATOR_NOTES)


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
        rows.append(("condition_%s" % type_, "condition", '<data shape="" element_type="%s" />' % type_, "load", "COND-1"))
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
                   weights=graph.weights.data, parameters=["type", "precision", "shape"], inputs={"trip": trip(3)}, runs=runs,
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
               parameters=names, runs=runs, title="A Loop needs its trip count on port 0 and its condition on port 1.",
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
            ("two_ports_unnamed", "third", changed(third, external_port_id=1), "load", "TRIP-5"),
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
               parameters=["type", "precision"], inputs={"X": i64(3, 5), "trip": trip(3)}, runs=runs,
               title="The trip count of a draft Loop must be i64.", notes="In the row `mended` (3, 5) doubles three times: (24, 40).")


def add_cases(corpus):
    for add_some in (add_port_maps, add_slices, add_back_edges, add_control, add_control_ports, add_dynamic_control, add_drafts,
                     add_draft_trip_counts):
        add_some(corpus)
