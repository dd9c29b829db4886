"""Bodies that never run: what is known of their shapes, and which faults in them reject the model. By hand."""

import ir
from broken import add, changed, line_with
from case import Tensor, rejected
from frames import as_written, counted, flag, i32, scan, trip

OPEN = [-1, -1]


def table(shape, *values):
    return Tensor("i32", shape, list(values))


def floats(shape, *values):
    return Tensor("f32", shape, list(values))


def handed(loop, body, value, name):
    """The body's value of a loop input: declared as a matrix of any size."""
    inside = body.parameter(name, "i32", OPEN)
    loop.input(value, inside)
    return inside


def inner_iterator(body, parts, start):
    """Over the rows of `parts`, from `start`: doubles the part. Returns the loop, its body and its Result."""
    made = body.body()
    part, s = made.parameter("part", "i32", OPEN), made.parameter("s", "i32", OPEN)
    doubled = made.result(made.op("Add", part, part, shape=OPEN), "doubled")
    loop = body.tensor_iterator(made)
    loop.input(parts, part, axis=0)
    loop.input(start, s)
    loop.back_edge(doubled, s)
    return loop, made, doubled


def add_known(corpus):
    graph = ir.Graph()
    count, x, row = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [3, 2]), graph.parameter("R", "i32", [1, 4])
    start, cut = graph.parameter("S", "i32", [1, 5]), graph.parameter("C", "i32", [2, 7])
    outer, body = counted(graph, count, "outer")
    rows, one, s = [handed(outer, body, value, name) for value, name in ((x, "rows"), (row, "one"), (start, "s"))]
    part = body.parameter("part", "i32", OPEN)
    outer.input(cut, part, axis=0)
    three, made, doubled = inner_iterator(body, rows, s)
    same_row = made.result(handed(three, made, one, "row"), "same_row")
    results = {"last": three.output(doubled, shape=OPEN), "beside": three.output(doubled, shape=OPEN, axis=1, **as_written(2)),
               "rows": three.output(same_row, shape=OPEN, axis=1, **as_written(4))}
    single, _, once = inner_iterator(body, one, s)
    results["once"] = single.output(once, shape=OPEN)
    results["part"] = part
    for name, value in results.items():
        graph.result(outer.output(body.result(value, name), shape=OPEN, axis=0), "all_" + name)
    two = [table([2, 2], 10, 12, 10, 12), table([2, 6], *[2, 4, 6, 8, 10, 12] * 2), table([2, 12], *[6, 7, 8, 9] * 6),
           table([2, 4], *[12, 14, 16, 18] * 2), table([2, 7], *range(14))]
    none = [table(shape) for shape in ([0, 2], [0, 6], [0, 12], [0, 4], [0, 7])]
    corpus.add("nested/shapes_without_an_iteration", rules=["ZERO-2", "BODY-2", "OUT-2", "SLICE-7"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               inputs={"X": table([3, 2], 1, 2, 3, 4, 5, 6), "R": table([1, 4], 6, 7, 8, 9), "S": table([1, 5], *range(5)),
                       "C": table([2, 7], *range(14))},
               title="A Loop that runs no iteration has scan outputs of what TensorIterators in its body would give: their sizes are known.",
               notes="The body declares no size. Rows (1, 2), (3, 4), (5, 6) are doubled: the last is (10, 12), side by side they have 6 "
                     "columns. (6, 7, 8, 9) is joined 3 times, and once doubled. The initial value of 5 columns is never seen. A part of C has 7.",
               runs=[{"name": "two", "inputs": {"trip": trip(2)}, "outputs": two},
                     {"name": "none", "tier": "survey", "inputs": {"trip": trip(0)}, "outputs": none}])


def add_open(corpus):
    graph = ir.Graph()
    count, inner_count, adds = graph.parameter("trip", "i64", []), graph.parameter("inner", "i64", []), graph.parameter("adds", "boolean", [])
    x, start, other = [graph.parameter(n, "i32", shape) for n, shape in (("X", [1, 2]), ("S", [1, 5]), ("T", [1, 4]))]
    outer, body = counted(graph, count, "outer")
    rows, s, t = [handed(outer, body, value, name) for value, name in ((x, "rows"), (start, "s"), (other, "t"))]
    trips, chosen = body.parameter("inner", "i64", []), body.parameter("adds", "boolean", [])
    outer.input(inner_count, trips)
    outer.input(adds, chosen)
    inner, made = counted(body, trips, "inner")
    seen = made.parameter("seen", "i32", OPEN)
    total = made.op("ReduceSum", seen, made.const("i64", [1]), keep_dims="true", shape=[-1, 1])
    added = made.result(made.op("Add", handed(inner, made, rows, "row"), total, shape=OPEN), "added")
    inner.input(s, seen)
    inner.back_edge(added, seen)
    then_body, else_body = body.body(), body.body()
    a, b = then_body.parameter("a", "i32", OPEN), else_body.parameter("b", "i32", OPEN)
    choice = ir.If(body, chosen, then_body, else_body)
    choice.input(rows, a, None)
    choice.input(t, None, b)
    picked = choice.output(then_body.result(a), else_body.result(b), shape=OPEN)
    kept = body.body()
    part, k = kept.parameter("part", "i32", OPEN), kept.parameter("kept", "i32", OPEN)
    same = kept.result(k, "same")
    holder = body.tensor_iterator(kept)
    holder.input(rows, part, axis=0)
    holder.input(s, k)
    holder.back_edge(same, k)
    for name, value in (("last", inner.output(added, shape=OPEN)), ("picked", picked), ("kept", holder.output(same, shape=OPEN))):
        graph.result(outer.output(body.result(value, name), shape=OPEN, axis=0), "all_" + name)
    five, four = table([1, 5], *range(5)), table([1, 4], *range(4))
    any_of = [{"outputs": [table([0, last]), table([0, size]), table([0, 0])]} for last in (0, 5) for size in (0, 4)]
    corpus.add("nested/open_shapes_without_an_iteration", rules=["ZERO-2", "IF-3", "BACK-4"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               inputs={"inner": trip(0), "X": table([1, 2], 6, 7), "S": five, "T": four, "adds": flag(False)},
               title="A Loop that runs no iteration does not guess sizes that depend on an inner Loop, an If or an initial value.",
               notes="With an iteration the inner Loop keeps 5 columns and the If gives 4. Without one each has these columns, or 0 if "
                     "nobody looks at the values: 2, what the inner body and the other branch would give, is wrong. The third "
                     "value is only known by its initial value, which settles nothing.",
               runs=[{"name": "one", "inputs": {"trip": trip(1)}, "outputs": [five, four, five]},
                     {"name": "none", "tier": "survey", "inputs": {"trip": trip(0)}, "any_of": any_of}])


def wide(body, value, name):
    return body.result(body.op("Convert", value, type="i64", destination_type="i64", name=name))


def unreached():
    """If go: a Loop, a TensorIterator over X and an If, whose values are added. Else X and H0."""
    graph = ir.Graph()
    go, x, h0 = graph.parameter("go", "boolean", []), graph.parameter("X", "f32", [3, 2]), graph.parameter("H0", "f32", [1, 2])
    yes, no = graph.body(), graph.body()
    rows, start = yes.parameter("rows", "f32", [3, 2]), yes.parameter("start", "f32", [1, 2])
    count, begins, picks = yes.const("i64", 3), yes.const("boolean", True), yes.const("boolean", True)
    six, two = yes.const("f32", [1, 2, 3, 4, 5, 6], [3, 2]), yes.const("f32", [100, 200], [1, 2])
    graph.weights.add(bytes(16))  # rows of longer constants read it

    body = yes.body()
    h, loose = body.parameter("h", "f32", [1, 2]), body.parameter("loose", "f32", "1..3,2")
    results = {"more": body.result(body.const("boolean", True)), "flags": body.result(body.const("boolean", [True, True])),
               "doubled": body.result(body.op("Add", h, h)), "long": body.result(body.op("Concat", h, h, axis=0, shape=[2, 2])),
               "whole": body.result(body.op("Convert", h, type="i32", destination_type="i32")), "loose": body.result(loose)}
    loop = yes.loop(body, count, begins)
    loop.execution_condition(results["more"])
    loop.input(start, h)
    loop.input(start, loose)
    loop.back_edge(results["doubled"], h)
    last = loop.output(results["doubled"], shape=[1, 2])

    parts = yes.body()
    part, spare = parts.parameter("part", "f32", "..1,2"), parts.parameter("spare", "f32", "2..4,2")
    tenfold = parts.result(parts.op("Multiply", part, parts.const("f32", [10]), shape=[1, 2]))
    parts.result(spare)
    iterator = yes.tensor_iterator(parts)
    iterator.input(rows, part, axis=0, start=0, end=-1, stride=1, part_size=1)
    iterator.input(rows, spare)
    joined, kept = iterator.output(tenfold, shape=[3, 2], **scan()), iterator.output(tenfold, shape=[1, 2])

    one, other = yes.body(), yes.body()
    a, b = one.parameter("a", "f32", [1, 2]), other.parameter("b", "f32", [1, 2])
    pick = ir.If(yes, picks, one, other)
    pick.input(last, a, b)
    picked = pick.output(one.result(a), other.result(b), shape=[1, 2])
    whole = pick.output(wide(one, a, "wide_a"), wide(other, b, "wide_b"), shape=[1, 2])
    whole = yes.op("Convert", whole, type="f32", destination_type="f32")

    results["sums"] = yes.result(yes.op("Add", joined, six))
    added = yes.result(yes.op("Add", yes.op("Add", picked, whole), yes.op("Add", kept, two)))
    rows_no, start_no = no.parameter("rows", "f32", [3, 2]), no.parameter("start", "f32", [1, 2])
    choice = ir.If(graph, go, yes, no)
    choice.input(x, rows, rows_no)
    choice.input(h0, start, start_no)
    graph.result(choice.output(results["sums"], no.result(rows_no), shape=[3, 2]), "sums")
    graph.result(choice.output(added, no.result(start_no), shape=[1, 2]), "added")
    return graph, results, {"count": count, "begins": begins, "picks": picks, "six": six, "two": two}


def add_never_run(corpus):
    graph, results, constants = unreached()
    text = graph.text()
    places = {name: line_with(text, '<data element_type="', 'offset="%d"' % value.layer.data["offset"]) for name, value in constants.items()}
    places.update(more=line_with(text, "execution_condition"), edge=line_with(text, '<edge from-layer="', ' to-layer="0" />'),
                  loose='<data shape="1..3,2" element_type="f32" />', spare='<data shape="2..4,2" element_type="f32" />',
                  entry=line_with(text, "<input axis"), held=line_with(text, '<input external_port_id="1" internal_layer_id="1" />'),
                  scan=line_with(text, "<output axis"))
    head, tail = text.split('name="wide_b"')
    places["wide"] = 'name="wide_b"' + tail[:tail.index("/>") + 2]
    at = dict(places)
    edge = at["edge"]

    def fed_by(name):
        return changed(edge, from__layer=results[name].id)
    rows = [
        ("trip_f32", "count", changed(at["count"], element_type="f32", size=4), "load", "TRIP-1"),
        ("trip_of_two", "count", changed(at["count"], shape="2", size=16), "load", "TRIP-1"),
        ("trip_of_rank_2", "count", changed(at["count"], shape="1,1"), "load", "TRIP-1"),
        ("condition_u8", "begins", changed(at["begins"], element_type="u8"), "load", "COND-1", "survey"),
        ("condition_of_two", "begins", changed(at["begins"], shape="2", size=2), "load", "COND-1"),
        ("body_condition_of_two", "more", changed(at["more"], internal_layer_id=results["flags"].id), "load", "COND-4"),
        ("body_condition_i32", "more", changed(at["more"], internal_layer_id=results["whole"].id), "load", "COND-4"),
        ("back_edge_of_another_type", "edge", fed_by("whole"), "load", "BACK-5"),
        ("back_edge_of_another_shape", "edge", fed_by("long"), "load", "BODY-4"),
        ("parameter_of_another_type", "loose", '<data shape="1,2" element_type="i32" />', "load", "BODY-4"),
        ("parameter_of_another_shape", "loose", '<data shape="1,3" element_type="f32" />', "load", "BODY-4"),
        ("axis_2", "entry", changed(at["entry"], axis=2), "load", "SLICE-1"),
        ("end_3", "entry", changed(at["entry"], end=3), "load", "SLICE-2"),
        ("start_past_end", "entry", changed(at["entry"], start=2, end=1), "load", "SLICE-3"),
        ("parts_of_2", "held", changed(at["held"], axis=0, stride=2, part_size=2), "load", "SLICE-6"),
        ("unequal_counts", "held", changed(at["held"], axis=0, part_size=2), "load", "SLICE-7", "survey"),
        ("part_of_another_shape", "spare", '<data shape="3,3" element_type="f32" />', "load", "BODY-4"),
        ("output_axis_2", "scan", changed(at["scan"], axis=2), "load", "SLICE-1"),
        ("output_parts_of_2", "scan", changed(at["scan"], part_size=2), "load", "OUT-4", "survey"),
        ("output_from_1", "scan", changed(at["scan"], start=1), "load", "OUT-3"),
        ("joined_length", "six", changed(at["six"], shape="6,1"), "load", "OP-5"),
        ("if_condition_u8", "picks", changed(at["picks"], element_type="u8"), "load", "IF-1", "survey"),
        ("if_condition_of_two", "picks", changed(at["picks"], shape="2", size=2), "load", "IF-1"),
        ("second_output_of_two_types", "wide", at["wide"].replace('destination_type="i64"', 'destination_type="i16"'), "load", "IF-3"),
    ]
    add(corpus, "invalid/never_run", "Faults in a branch that is not chosen are rejected at load, because no input makes them right.",
        text, places, rows, kind="combined", weights=graph.weights.data,
        rules=["TRIP-1", "COND-1", "COND-4", "BACK-5", "BODY-4", "SLICE-1", "SLICE-2", "SLICE-3", "SLICE-6", "OUT-4", "OP-5", "IF-1", "IF-3"],
        inputs={"go": flag(False), "X": floats([3, 2], 1, 2, 3, 4, 5, 6), "H0": floats([1, 2], 7, 8)},
        outputs=[floats([3, 2], 1, 2, 3, 4, 5, 6), floats([1, 2], 7, 8)],
        more=[{"name": "mended_and_chosen", "inputs": {"go": flag(True)},
               "outputs": [floats([3, 2], 11, 22, 33, 44, 55, 66), floats([1, 2], 262, 388)]},
              {"name": "output_of_one_part_of_2", "tier": "survey", **rejected("load", "OUT-4"), "at": list(
                  {**at, "entry": changed(at["entry"], end=0), "scan": changed(at["scan"], part_size=2)}.values())}],
        notes="False gives X and H0. True gives 10 X + X, and 8 H0 twice + 10 (5, 6) + (100, 200) = (262, 388). Each row whose name does not "
              "begin with `mended` has a fault in the other branch.")


def add_constant_controls(corpus):
    graph = ir.Graph()
    count, begins = graph.const("i64", 3), graph.const("boolean", True)
    graph.weights.add(bytes([0] * 7 + [3] + [0] * 8))
    h0 = graph.parameter("H0", "i32", [2])
    body = graph.body()
    h = body.parameter("h", "i32", [2])
    more = body.result(body.const("boolean", True))
    doubled = body.result(body.op("Add", h, h))
    loop = graph.loop(body, count, begins)
    loop.execution_condition(more)
    loop.input(h0, h)
    loop.back_edge(doubled, h)
    graph.result(loop.output(doubled, shape=[2]), "last")
    text = graph.text()
    places = {name: line_with(text, '<data element_type="', 'offset="%d"' % value.layer.data["offset"])
              for name, value in (("trip", count), ("condition", begins))}
    trip_, condition = places["trip"], places["condition"]
    rows = [("trip_%s" % type_, "trip", changed(trip_, element_type=type_, size=size), "load", "TRIP-1", *tier)
            for type_, size, *tier in (("f32", 4), ("f64", 8), ("boolean", 1), ("u64", 8, "survey"), ("i8", 1, "survey"))]
    rows += [("trip_of_%s" % shape.replace(",", "_"), "trip", changed(trip_, shape=shape, size=size), "load", "TRIP-1")
             for shape, size in (("0", 0), ("2", 16), ("1,1", 8), ("1,1,1", 8), ("2,1", 16))]
    rows += [("condition_%s" % type_, "condition", changed(condition, element_type=type_, size=size), "load", "COND-1", *tier)
             for type_, size, *tier in (("u8", 1, "survey"), ("i32", 4), ("f32", 4))]
    rows += [("condition_of_%s" % shape.replace(",", "_"), "condition", changed(condition, shape=shape, size=size), "load", "COND-1")
             for shape, size in (("0", 0), ("2", 2), ("2,1", 2))]
    add(corpus, "invalid/constant_controls", "A trip count or initial condition that is a Const of a wrong type or shape is rejected.",
        text, places, rows, rules=["TRIP-1", "COND-1"], weights=graph.weights.data, inputs={"H0": i32(3, 5)}, outputs=[i32(24, 40)],
        notes="(3, 5) doubles three times. Every row except `mended` differs from it in one Const; the inputs of the run are those of "
              "the correct model.")

    graph = ir.Graph()
    h0, count = graph.parameter("H0", "i32", [2]), graph.const("i64", 3)
    body = graph.body()
    h = body.parameter("h", "i32", [2])
    doubled = body.result(body.op("Add", h, h))
    loop = graph.draft_loop(body)
    loop.input(h0, h)
    loop.wire(count)
    loop.back_edge(doubled, h)
    graph.result(loop.output(doubled, shape=[2]), "last")
    text = graph.text()
    data = line_with(text, '<data element_type="i64"')
    add(corpus, "invalid/draft_constant_trip_count", "A draft Loop whose trip count is a Const of another type or of rank 2 is rejected.",
        text, {"trip": data}, [("i32", "trip", changed(data, element_type="i32", size=4), "load", "TRIP-1", "survey"),
                               ("f64", "trip", changed(data, element_type="f64"), "load", "TRIP-1"),
                               ("of_rank_2", "trip", changed(data, shape="1,1"), "load", "TRIP-1")],
        rules=["TRIP-1"], weights=graph.weights.data, inputs={"H0": i32(3, 5)}, outputs=[i32(24, 40)],
        notes="(3, 5) doubles three times. Every row except `mended` differs from it in the Const.")


def add_cases(corpus):
    for add_some in (add_known, add_open, add_never_run, add_constant_controls):
        add_some(corpus)
