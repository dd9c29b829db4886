"""Rules in combination: the same faults inside an If in a TensorIterator in a Loop; sequences by hand."""

import ir
from broken import add, changed, line_with
from case import Tensor, rejected
from frames import begin, counted, flag, i32, i64, scan, trip


def deep():
    """Loop: k < trip { TensorIterator over lines of X { If: g + part, else (g as i64, times 2) as i32 } }."""
    graph = ir.Graph()
    count, x, h0 = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", ["1..4", 2]), graph.parameter("H0", "i32", [1, 2])
    adds = graph.parameter("adds", "boolean", [])
    loop, body = counted(graph, count, "outer")
    k, h = body.parameter("k", "i64", []), body.parameter("h", "i32", [1, 2])
    lines, adds_b = body.parameter("lines", "i32", [-1, 2]), body.parameter("adds", "boolean", [])
    inner_body = body.body()
    part, g = inner_body.parameter("part", "i32", ["..1", 2]), inner_body.parameter("g", "i32", [1, 2])
    adds_c = inner_body.parameter("adds", "boolean", [])
    then_body, else_body = inner_body.body(), inner_body.body()
    a, b = then_body.parameter("a", "i32", [1, 2]), then_body.parameter("b", "i32", [-1, 2])
    then_result = then_body.result(then_body.op("Add", a, b, name="sum", shape=[1, 2]), "then")
    c = else_body.parameter("c", "i32", [1, 2])
    wide = else_body.op("Convert", c, type="i64", destination_type="i64", name="wide")
    twice = else_body.op("Multiply", wide, else_body.const("i64", [2, -3], name="factors"), name="twice", shape=[1, 2])
    else_result = else_body.result(else_body.op("Convert", twice, type="i32", destination_type="i32", name="narrow"), "else")
    choice = ir.If(inner_body, adds_c, then_body, else_body, "choice")
    choice.input(g, a, c)
    choice.input(part, b, None)
    next_ = inner_body.result(choice.output(then_result, else_result, shape=[1, 2]), "next")
    flat = inner_body.result(inner_body.op("Convert", g, type="f64", destination_type="f64", name="spare"), "flat")
    inner = body.tensor_iterator(inner_body, "inner")
    inner.input(lines, part, axis=0, start=0, end=-1, stride=1, part_size=1)
    inner.input(h, g)
    inner.input(adds_b, adds_c)
    inner.back_edge(next_, g)
    last = body.result(inner.output(next_, shape=[1, 2]), "last")
    loop.input(h0, h)
    loop.input(x, lines)
    loop.input(adds, adds_b)
    loop.current_iteration(k)
    loop.back_edge(last, h)
    graph.result(loop.output(last, shape=[1, 2]), "last")
    graph.result(loop.output(last, shape=[-1, 2], **scan()), "all")
    return graph, flat, k


def add_deep(corpus):
    graph, spare, k = deep()
    graph.weights.add(bytes(16))  # only shapes_that_do_not_fit reads it
    text = graph.text()
    places = {
        "head": '<?xml version="1.0"?>', "const": line_with(text, '<data element_type="i64"'), "sum": line_with(text, 'name="sum"'), "twice": line_with(text, 'name="twice"'),
        "narrow": line_with(text, 'destination_type="i32"'), "entry": line_with(text, '<input axis="0" external_port_id="0"'),
        "part": '<data shape="..1,2" element_type="i32" />',
        "inner_edge": line_with(text, '<edge from-layer="4" to-layer="1" />'),
        "into_twice": line_with(text, '<edge from-layer="2" from-port="0" to-layer="3" to-port="1"'),
        "outer_edge": line_with(text, '<edge from-layer="', '" to-layer="3" />'),
    }
    at = dict(places)
    rows = [
        ("doctype", "head", at["head"] + "<!DOCTYPE net>", "load", "READ-3"),
        ("root_cut_short", "sum", at["sum"].replace(">", ">x</layers>", 1), "load", "READ-2"),
        ("nested_600_deep", "sum", "<a>" * 600 + "</a>" * 600 + at["sum"], "load", "READ-4"),
        ("no_id", "sum", changed(at["sum"], id=None), "load", "READ-6"),
        ("stride_in_letters", "entry", changed(at["entry"], stride="one"), "load", "READ-7"),
        ("type_of_a_const", "const", changed(at["const"], element_type="long"), "load", "READ-8"),
        ("type_of_a_conversion", "narrow", '<data destination_type="int" />', "load", "OP-2"),
        ("shape_of_a_parameter", "part", '<data shape="..,2" element_type="i32" />', "load", "READ-9"),
        ("rank_of_13", "part", '<data shape="%s" element_type="i32" />' % ",".join("1" * 13), "load", "LIMIT-3"),
        ("const_past_the_weights", "const", changed(at["const"], offset=len(graph.weights.data) - 15), "load", "WEIGHTS-2"),
        ("const_too_short", "const", changed(at["const"], size=8), "load", "WEIGHTS-3"),
        ("const_of_open_shape", "const", changed(at["const"], shape="?"), "load", "WEIGHTS-4"),
        ("ids_alike", "twice", changed(at["twice"], id=0), "load", "GRAPH-1"),
        ("edge_from_nowhere", "into_twice", changed(at["into_twice"], from__layer=8), "load", "GRAPH-2"),
        ("two_edges_into_one_port", "into_twice", at["into_twice"] * 2, "load", "GRAPH-3"),
        ("input_unwired", "into_twice", "", "load", "GRAPH-4"),
        ("cycle", "into_twice", changed(at["into_twice"], from__layer=3, from__port=2), "load", "BODY-3"),
        ("unknown_operation", "sum", changed(at["sum"], type="Sum"), "load", "OP-1"),
        ("attribute_missing", "narrow", "<data />", "load", "OP-2"),
        ("one_input_of_three", "sum", changed(at["sum"], type="Select"), "load", "OP-3"),
        ("types_mixed", "into_twice", changed(at["into_twice"], from__layer=0), "load", "OP-4"),
        ("shapes_that_do_not_fit", "const", changed(at["const"], shape="4", size=32), "load", "OP-5"),
        ("branch_types_differ", "narrow", '<data destination_type="i16" />', "load", "IF-3"),
        ("axis_outside", "entry", changed(at["entry"], axis=-3), "load", "SLICE-1"),
        ("attributes_without_axis", "entry", changed(at["entry"], axis=None), "load", "PORT-4"),
        ("stride_0", "entry", changed(at["entry"], stride=0), "load", "SLICE-3", "required"),
        ("part_size_0", "entry", changed(at["entry"], part_size=0), "load", "SLICE-4"),
        ("condition_in_an_iterator", "entry", changed(at["entry"], condition="True"), "load", "PORT-6"),
        ("back_edge_of_another_type", "inner_edge", '<edge from-layer="%d" to-layer="1" />' % spare.id, "load", "BACK-5"),
        ("back_edge_from_nowhere", "inner_edge", changed(at["inner_edge"], from__layer=40), "load", "BACK-1"),
        ("declared_columns", "part", '<data shape="1,3" element_type="i32" />', "load", "BODY-4"),
        ("current_iteration_fed", "outer_edge", changed(at["outer_edge"], to__layer=k.layer.id), "load", "ITER-3"),
    ]
    good = {"trip": trip(2), "X": Tensor("i32", [3, 2], [1, 10, 2, 20, 3, 30]), "adds": flag(True),
            "H0": Tensor("i32", [1, 2], [5, 7])}
    more = [
        {"name": "mended_multiplying", "inputs": {"adds": flag(False)},
         "outputs": [Tensor("i32", [1, 2], [320, 5103]), Tensor("i32", [2, 2], [40, -189, 320, 5103])]},
        {"name": "mended_once", "inputs": {"trip": trip(1), "X": Tensor("i32", [1, 2], [4, 40])},
         "outputs": [Tensor("i32", [1, 2], [9, 47]), Tensor("i32", [1, 2], [9, 47])]},
        {"name": "mended_not_at_all", "inputs": {"trip": trip(0)},
         "outputs": [Tensor("i32", [1, 2], [5, 7]), Tensor("i32", [0, 2], [])]},
        {"name": "type_of_x", "inputs": {"X": Tensor("i64", [1, 2], [1, 2])}, **rejected("run", "INPUT-3")},
        {"name": "lines_of_x", "inputs": {"X": Tensor("i32", [5, 2], list(range(10)))}, **rejected("run", "INPUT-4")},
        {"name": "columns_of_x", "inputs": {"X": Tensor("i32", [2, 1], [1, 2])}, **rejected("run", "INPUT-4")},
        {"name": "surplus", "inputs": {"Y": i32(1)}, **rejected("run", "INPUT-2")},
        {"name": "one_missing", "inputs": [good["trip"], good["X"], good["H0"]], **rejected("run", "INPUT-1")},
    ]
    add(corpus, "invalid/deep", "Faults in an If inside a TensorIterator inside a Loop are rejected like those at the top.",
        text, places, rows,
        rules=["READ-2", "READ-3", "READ-4", "READ-6", "READ-7", "READ-8", "READ-9", "LIMIT-3", "WEIGHTS-2", "WEIGHTS-3", "WEIGHTS-4", "GRAPH-1",
               "GRAPH-2", "GRAPH-3", "GRAPH-4", "BODY-3", "BODY-4", "OP-1", "OP-2", "OP-3", "OP-4", "OP-5", "IF-3", "SLICE-1", "PORT-4",
               "PORT-6", "BACK-5", "ITER-3", "INPUT-1", "INPUT-2", "INPUT-3", "INPUT-4"],
        weights=graph.weights.data, inputs=good, kind="combined", more=more,
        outputs=[Tensor("i32", [1, 2], [17, 127]), Tensor("i32", [2, 2], [11, 67, 17, 127])],
        notes="Adding: (5, 7) + (6, 60) = (11, 67), + (6, 60) = (17, 127). Multiplying by (2, -3) three times an iteration: (40, -189), "
              "(320, 5103). Each row whose name does not begin with `mended` differs from the correct model in one place.")


def add_sequences(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [1])
    body = graph.body()
    k, h = body.parameter("k", "i64", []), body.parameter("h", "i32", [1])
    doubled = body.result(body.op("Add", h, h), "doubled")
    more = body.result(body.op("Less", k, body.const("i64", 2)), "more")
    loop = graph.loop(body, count, graph.const("boolean", True))
    loop.input(x, h)
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.back_edge(doubled, h)
    graph.result(loop.output(doubled, shape=[1]), "last")
    graph.result(loop.output(doubled, shape=[-1], **scan()), "all")

    def inference(n, start, *seen):
        return {"inputs": {"trip": trip(n), "X": i32(start)}, "outputs": [i32(seen[-1] if seen else start), i32(*seen)]}
    negative = {"inputs": {"trip": trip(-5), "X": i32(9)}, **rejected("run", "TRIP-2")}
    corpus.add("loop/sequences/by_hand", rules=["STATE-1", "TRIP-3", "TRIP-4", "COND-2", "ZERO-1"], kind="boundary", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data,
               title="Long, short, empty and unbounded inferences in a row: each starts from its own initial value.",
               notes="3 doubles to 6, 12, 24, and the condition k < 2 ends the loop in iteration 2. 5 doubles to 10. 7 stays "
                     "7 without an iteration.",
               runs=[{"name": "long_short_empty", "sequence": [inference(3, 3, 6, 12, 24), inference(1, 5, 10), inference(0, 7)]},
                     {"name": "empty_first", "sequence": [inference(0, 7), inference(2, 5, 10, 20), inference(0, 3)]},
                     {"name": "alike", "sequence": [inference(2, 5, 10, 20), inference(2, 5, 10, 20)]},
                     {"name": "bounds_past_32_bits", "sequence": [inference(2**32, 3, 6, 12, 24), inference(2**32 + 1, 5, 10, 20, 40),
                                                                  inference(-1, 1, 2, 4, 8)]},
                     {"name": "after_an_error", "tier": "survey", "sequence": [inference(1, 5, 10), negative, inference(3, 3, 6, 12, 24)]}])


def add_large_trips(corpus):
    """A trip count beyond 32 bits in a Loop in a TensorIterator, with a scan and a delay line."""
    graph = ir.Graph()
    trips, start = graph.parameter("trips", "i64", [-1]), graph.parameter("start", "i64", [1])
    body = graph.body()
    count, h = body.parameter("count", "i64", [1]), body.parameter("h", "i64", [1])
    inner_body = body.body()
    g, late, k = [inner_body.parameter(n, "i64", [1]) for n in ("g", "late", "k")]
    next_ = inner_body.result(inner_body.op("Add", g, inner_body.const("i64", [10])), "next")
    now = inner_body.result(g, "now")
    seen = inner_body.result(late, "seen")
    more = inner_body.result(inner_body.op("Less", k, inner_body.const("i64", [2])), "more")
    inner = body.loop(inner_body, count, body.const("boolean", True))
    inner.input(h, g)
    inner.input(count, late)
    inner.current_iteration(k)
    inner.execution_condition(more)
    inner.back_edge(next_, g)
    inner.back_edge(now, late)
    last = body.result(inner.output(next_, shape=[1]), "last")
    delayed = body.result(inner.output(seen, shape=[-1], **scan()), "delayed")
    outer = graph.tensor_iterator(body)
    outer.input(trips, count, axis=0)
    outer.input(start, h)
    outer.back_edge(last, h)
    graph.result(outer.output(last, shape=[-1], **scan()), "lasts")
    graph.result(outer.output(delayed, shape=[-1]), "delayed")
    corpus.add("nested/large_trip_counts", rules=["TRIP-4", "TRIP-2", "COND-2", "BACK-2", "BODY-2"], kind="combined", oracle="by-hand",
               model=graph.text(), weights=graph.weights.data, inputs={"start": i64(1)},
               title="Trip counts of more than 32 bits come from a part of an outer input, and a condition ends their loops.",
               notes="There are at most three iterations, and each adds 10: 1 -> 31 -> 61. The delay line shows the trip "
                     "count, then the old value.",
               runs=[{"name": "two_pow_32", "inputs": {"trips": i64(2**32)}, "outputs": [i64(31), i64(2**32, 1, 11)]},
                     {"name": "two_pow_40_then_minus_1", "inputs": {"trips": i64(2**40, -1)}, "outputs": [i64(31, 61), i64(-1, 31, 41)]},
                     {"name": "largest_then_1", "inputs": {"trips": i64(2**63 - 1, 1)}, "outputs": [i64(31, 41), i64(1)]}])


def add_late_errors(corpus):
    """An error in an inner iteration of a later outer one."""
    graph = ir.Graph()
    x, y, at = graph.parameter("X", "i32", [-1]), graph.parameter("Y", "i32", [-1]), graph.parameter("at", "i64", [-1])
    body = graph.body()
    divisor, xi, where = body.parameter("divisor", "i32", [1]), body.parameter("x", "i32", [-1]), body.parameter("at", "i64", [-1])
    inner_body = body.body()
    index, xs, d = inner_body.parameter("index", "i64", [1]), inner_body.parameter("x", "i32", [-1]), inner_body.parameter("d", "i32", [1])
    picked = inner_body.op("Gather", xs, index, inner_body.const("i64", 0), version="opset1", shape=[1])
    quotient = inner_body.result(inner_body.op("Divide", picked, d, shape=[1], m_pythondiv="true"), "quotient")
    inner, outer = body.tensor_iterator(inner_body, "inner"), graph.tensor_iterator(body, "outer")
    inner.input(where, index, axis=0)
    inner.input(xi, xs)
    inner.input(divisor, d)
    quotients = body.result(inner.output(quotient, shape=[-1], **scan()), "quotients")
    outer.input(y, divisor, axis=0)
    outer.input(x, xi)
    outer.input(at, where)
    graph.result(outer.output(quotients, shape=[-1], axis=0), "all")
    good = {"X": i32(60, 90, 30), "Y": i32(2, -7), "at": i64(2, 0)}
    corpus.add("nested/late_errors", rules=["OP-6", "NUM-8", "BODY-2"], kind="combined", oracle="by-hand", model=graph.text(),
               weights=graph.weights.data, title="An error in the last inner iteration of the last outer iteration is an error of the run.",
               notes="30 / 2 = 15, 60 / 2 = 30, 30 / -7 = -4.29 rounded down to -5, 60 / -7 = -8.57 to -9.",
               runs=[{"name": "mended", "inputs": good, "outputs": [i32(15, 30, -5, -9)]},
                     {"name": "divided_by_zero", "inputs": {**good, "Y": i32(2, 0)}, **rejected("run", "NUM-8")},
                     {"name": "index_outside", "tier": "survey", "inputs": {**good, "at": i64(2, 3)}, **rejected("run", "OP-6")}])


def add_mixed_depth(corpus):
    """TensorIterator, Loop and If nested in turns; the innermost adds 1."""
    def fill(outer, value, left):
        if left == 0:
            return outer.op("Add", value, outer.const("i32", [1]))
        if left % 3 == 0:
            then_body, else_body = outer.body(), outer.body()
            t, e = then_body.parameter("x", "i32", [1]), else_body.parameter("x", "i32", [1])
            then_result = then_body.result(fill(then_body, t, left - 1))
            choice = ir.If(outer, outer.const("boolean", True), then_body, else_body)
            choice.input(value, t, e)
            return choice.output(then_result, else_body.result(e), shape=[1])
        loop, body = begin("loop" if left % 3 == 1 else "tensor_iterator", outer, 1)
        x = body.parameter("x", "i32", [1])
        loop.input(value, x)
        return loop.output(body.result(fill(body, x, left - 1)), shape=[1])
    for depth in (64, 65):
        graph = ir.Graph()
        graph.result(fill(graph, graph.parameter("X", "i32", [1]), depth), "out")
        result = {"outputs": [i32(42)]} if depth == 64 else rejected("load", "LIMIT-2")
        corpus.add("invalid/mixed_depth_%d" % depth, rules=["LIMIT-2", "BODY-2", "IF-2"], kind="combined", oracle="by-hand",
                   model=graph.text(), weights=graph.weights.data, notes="41 + 1 = 42, at the bottom.",
                   title="TensorIterators, Loops and Ifs nest %d deep, %s." % (
                       depth, "the stated limit" if depth == 64 else "one past the stated limit"),
                   runs=[{"name": "once", "tier": "survey", "inputs": {"X": i32(41)}, **result}])


def add_numbers(corpus):
    """NaN, conversions and functions of exact values, through a back edge and back."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "f32", [-1]), graph.parameter("H0", "f32", [1])
    body = graph.body()
    xi, h = body.parameter("x", "f32", [1]), body.parameter("h", "f32", [1])
    highest = body.result(body.op("Maximum", h, xi), "highest")
    whole = body.result(body.op("Convert", xi, type="i32", destination_type="i32"), "whole")
    power = body.result(body.op("Exp", body.op("Subtract", xi, xi)), "power")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=0)
    loop.input(h0, h)
    loop.back_edge(highest, h)
    graph.result(loop.output(highest, shape=[-1], **scan()), "highest")
    graph.result(loop.output(whole, shape=[-1], **scan()), "whole")
    graph.result(loop.output(power, shape=[-1], **scan()), "power")
    nan = "0x7fc00000"
    corpus.add("numeric/through_a_back_edge", rules=["NUM-4", "NUM-5", "NUM-7", "NUM-9", "TYPE-1"], kind="combined", oracle="by-hand",
               model=graph.text(), title="A running maximum that is NaN stays NaN; conversions and exp(0) = 1 in the same body.",
               notes="-0 and 0: 0 is the greater. 2.75 becomes 2, -1.5 becomes -1, 3e9 the largest i32, NaN 0. x - x is 0, or NaN.",
               runs=[{"name": "numbers", "inputs": {"X": Tensor("f32", [4], [0.0, 2.75, -1.5, 3e9]), "H0": Tensor("f32", [1], [-0.0])},
                      "outputs": [Tensor("f32", [4], [0.0, 2.75, 2.75, 3e9]), i32(0, 2, -1, 2**31 - 1), Tensor("f32", [4], [1, 1, 1, 1])],
                      "tier": "survey"},
                     {"name": "nan", "tier": "survey", "inputs": {"X": Tensor("f32", [3], [1, "0xffc00001", 5]), "H0": Tensor("f32", [1], [-1])},
                      "outputs": [Tensor("f32", [3], [1, nan, nan], "nan bits"), i32(1, 0, 5), Tensor("f32", [3], [1, nan, 1], "nan bits")]}])


def add_rank_12(corpus):
    graph = ir.Graph()
    shape = [1, 2, 1, 1, 1, 1, 3, 1, 1, 1, 1, 2]
    x = graph.parameter("X", "u8", shape)
    body = graph.body()
    part_shape = shape[:6] + [1] + shape[7:]
    part = body.parameter("part", "u8", part_shape)
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=6)
    graph.result(loop.output(same, shape=[3] + part_shape[1:], **scan()), "parts")
    corpus.add("tensor_iterator/slices/rank_12", rules=["LIMIT-3", "SLICE-5"], kind="boundary", oracle="by-hand", model=graph.text(),
               title="A tensor of rank 12, the highest, is cut along an axis in the middle.",
               notes="X[a, b, c] = 100 a + 10 b + c on its axes of 2, 3 and 2; parts b = 0, 1, 2.",
               runs=[{"name": "three_parts",
                      "inputs": {"X": Tensor("u8", shape, [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121])},
                      "outputs": [Tensor("u8", [3] + part_shape[1:], [0, 1, 100, 101, 10, 11, 110, 111, 20, 21, 120, 121])]}])


def add_cases(corpus):
    for add_some in (add_deep, add_sequences, add_large_trips, add_late_errors, add_mixed_depth, add_numbers, add_rank_12):
        add_some(corpus)
