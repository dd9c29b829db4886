"""Nested Loops and Ifs, by hand."""

import case
import ir
from case import Tensor
from frames import counted, flag, i32, i64, scan, trip


def add_iterator_in_loop(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    x, h0 = graph.parameter("X", "i32", [3]), graph.parameter("H0", "i32", [1])
    outer, middle = counted(graph, count, "outer")
    h, all_x = middle.parameter("h", "i32", [1]), middle.parameter("all_x", "i32", [3])
    inner_body = middle.body()
    part, g = inner_body.parameter("part", "i32", [1]), inner_body.parameter("g", "i32", [1])
    next_ = inner_body.result(inner_body.op("Add", inner_body.op("Add", g, g), part), "next")
    inner = middle.tensor_iterator(inner_body, "inner")
    inner.input(all_x, part, axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}")
    inner.input(h, g)
    inner.back_edge(next_, g)
    last, seen = inner.output(next_, shape=[1]), inner.output(next_, shape=[3], **scan())
    last_result, seen_result = middle.result(last, "last"), middle.result(seen, "seen")
    outer.input(h0, h)
    outer.input(x, all_x)
    outer.back_edge(last_result, h)
    graph.result(outer.output(last_result, shape=[1]), "last")
    graph.result(outer.output(seen_result, shape=[-1], **scan(3)), "seen")
    runs = []
    for name, at, n, seen_values in (
            ("forward_2", [0, -1, 1], 2, [3, 8, 19, 39, 80, 163]), ("forward_1", [0, -1, 1], 1, [3, 8, 19]),
            ("forward_0", [0, -1, 1], 0, []), ("backward_2", [-1, 0, -1], 2, [5, 12, 25, 53, 108, 217]),
            ("backward_1", [-1, 0, -1], 1, [5, 12, 25])):
        runs.append({"name": name, "at": at, "inputs": {"trip": trip(n)},
                     "outputs": [i32(seen_values[-1] if n else 1), i32(*seen_values)]})
    corpus.add("nested/iterator_in_loop", rules=["BODY-1", "BODY-2", "BACK-3", "OUT-2", "SLICE-5"], oracle="by-hand",
               kind="combined", model=graph.text(), weights=graph.weights.data, columns=["start", "end", "stride"],
               title="A TensorIterator in a Loop starts in every outer iteration from the value that the Loop carries.",
               notes="h' = 2 h + x starts from 1. Over 1, 2, 3: 3, 8, 19, then 39, 80, 163. Over 3, 2, 1: 5, 12, 25, then 53, 108, 217.",
               inputs={"X": i32(1, 2, 3), "H0": i32(1)}, runs=runs)


def add_loop_in_iterator(corpus):
    graph = ir.Graph()
    counts = graph.parameter("counts", "i64", [-1])
    h0 = graph.parameter("H0", "i64", [1])
    body = graph.body()
    count, h = body.parameter("count", "i64", [1]), body.parameter("h", "i64", [1])
    inner, inner_body = counted(body, count, "inner")
    g = inner_body.parameter("g", "i64", [1])
    k = inner_body.parameter("k", "i64", [1])
    tripled = inner_body.result(inner_body.op("Add", inner_body.op("Add", g, g), g), "tripled")
    number = inner_body.result(k, "number")
    inner.input(h, g)
    inner.current_iteration(k)
    inner.back_edge(tripled, g)
    grown = body.result(inner.output(tripled, shape=[1]), "grown")
    numbers = body.result(inner.output(number, shape=[-1], **scan()), "numbers")
    outer = graph.tensor_iterator(body, "outer")
    outer.input(counts, count, axis=0)
    outer.input(h0, h)
    outer.back_edge(grown, h)
    graph.result(outer.output(grown, shape=[-1], **scan()), "grown")
    graph.result(outer.output(numbers, shape=[-1]), "last_numbers")
    corpus.add("nested/loop_in_iterator", rules=["BODY-2", "TRIP-1", "TRIP-3", "ZERO-1", "ITER-1"], oracle="by-hand",
               kind="combined", model=graph.text(), weights=graph.weights.data, inputs={"H0": i64(2)},
               title="The trip count of an inner Loop is a part of the outer TensorIterator's input, and can be 0.",
               notes="2 is tripled twice: 18; not at all: 18; three times: 486; once: 1458. The last inner Loop counts from 0 again.",
               runs=[{"name": "2_0_3", "inputs": {"counts": i64(2, 0, 3)}, "outputs": [i64(18, 18, 486), i64(0, 1, 2)]},
                     {"name": "2_0_3_1", "inputs": {"counts": i64(2, 0, 3, 1)}, "outputs": [i64(18, 18, 486, 1458), i64(0)]},
                     {"name": "0", "inputs": {"counts": i64(0)}, "outputs": [i64(2), i64()]},
                     {"name": "1_2_0", "inputs": {"counts": i64(1, 2, 0)}, "outputs": [i64(6, 54, 54), i64()]},
                     {"name": "1_minus_2", "tier": "survey", "inputs": {"counts": i64(1, -2)},
                      **case.rejected("run", "TRIP-2")}])


def add_inner_starts(corpus):
    graph = ir.Graph()
    counts, starts = graph.parameter("counts", "i64", [-1]), graph.parameter("starts", "i64", [-1])
    body = graph.body()
    count, start = body.parameter("count", "i64", [1]), body.parameter("start", "i64", [1])
    inner, inner_body = counted(body, count, "inner")
    g = inner_body.parameter("g", "i64", [1])
    tripled = inner_body.result(inner_body.op("Add", inner_body.op("Add", g, g), g), "tripled")
    inner.input(start, g)
    inner.back_edge(tripled, g)
    grown = body.result(inner.output(tripled, shape=[1]), "grown")
    outer = graph.tensor_iterator(body, "outer")
    outer.input(counts, count, axis=0)
    outer.input(starts, start, axis=0)
    graph.result(outer.output(grown, shape=[-1], **scan()), "grown")
    runs = []
    for at in ([2, 0, 3], [0, 1, 0, 0], [3, 0, 0, 1]):
        first = [2, 5, -7, 11][:len(at)]
        runs.append({"name": "_".join(map(str, at)), "inputs": {"counts": i64(*at), "starts": i64(*first)},
                     "outputs": [i64(*(value * 3 ** n for value, n in zip(first, at)))]})
    corpus.add("nested/inner_loops_start_anew", rules=["BODY-2", "TRIP-3", "ZERO-1", "STATE-1"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="An inner Loop that runs no iteration gives its own initial value, and not the last value of an earlier one.",
               notes="Each start is tripled as often as its count says: 2, 5, -7 with 2, 0, 3 give 18, 5, -189.")


def add_three_deep(corpus):
    graph = ir.Graph()
    trips = [graph.parameter("trip_%d" % d, "i64", []) for d in range(3)]
    a, body_a = counted(graph, trips[0], "outer")
    ka = body_a.parameter("i", "i64", [])
    a.current_iteration(ka)
    passed = [body_a.parameter("t%d" % d, "i64", []) for d in (1, 2)]
    a.input(trips[1], passed[0])
    a.input(trips[2], passed[1])
    b, body_b = counted(body_a, passed[0], "middle")
    kb, ib, tb = [body_b.parameter(n, "i64", []) for n in ("j", "i", "t2")]
    b.current_iteration(kb)
    b.input(ka, ib)
    b.input(passed[1], tb)
    c, body_c = counted(body_b, tb, "inner")
    kc, jc, ic = [body_c.parameter(n, "i64", []) for n in ("k", "j", "i")]
    c.current_iteration(kc)
    c.input(kb, jc)
    c.input(ib, ic)
    value = body_c.op("Add", body_c.op("Add", body_c.op("Multiply", ic, body_c.const("i64", 100)),
                                       body_c.op("Multiply", jc, body_c.const("i64", 10))), kc)
    inner_result = body_c.result(value, "value")
    middle_result = body_b.result(c.output(inner_result, shape=[-1], **scan()), "inner_values")
    outer_result = body_a.result(b.output(middle_result, shape=[-1], axis=0), "middle_values")
    graph.result(a.output(outer_result, shape=[-1], axis=0), "values")
    runs = []
    for n, values in (([2, 3, 2], [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121]), ([1, 1, 4], [0, 1, 2, 3]),
                      ([3, 1, 1], [0, 100, 200]), ([1, 3, 1], [0, 10, 20])):
        runs.append({"name": "%d_%d_%d" % tuple(n), "tier": "survey", "inputs": {"trip_%d" % d: trip(v) for d, v in enumerate(n)},
                     "outputs": [i64(*values)]})
    for n in ([0, 3, 2], [2, 0, 3], [2, 3, 0]):
        runs.append({"name": "%d_%d_%d" % tuple(n), "tier": "survey", "inputs": {"trip_%d" % d: trip(v) for d, v in enumerate(n)},
                     "outputs": [i64()]})
    corpus.add("nested/three_deep", rules=["BODY-2", "ITER-1", "OUT-6", "ZERO-2", "TRIP-3"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Three nested Loops, each with its own current iteration, join the values of the innermost.",
               notes="The innermost value is 100 i + 10 j + k, in the order of the loops.")


def add_ifs(corpus):
    graph = ir.Graph()
    count, h0 = graph.parameter("trip", "i64", []), graph.parameter("H0", "i64", [1, 2])
    loop, body = counted(graph, count)
    k, h = body.parameter("k", "i64", []), body.parameter("h", "i64", [1, 2])
    loop.current_iteration(k)
    even = body.op("Equal", body.op("Mod", k, body.const("i64", 2)), body.const("i64", 0))
    then_body, else_body = body.body(), body.body()
    t, e = then_body.parameter("t", "i64", [1, 2]), else_body.parameter("e", "i64", [1, 2])
    then_result = then_body.result(then_body.op("Add", t, then_body.const("i64", [10, 20], [1, 2])), "then")
    else_result = else_body.result(else_body.op("Multiply", e, else_body.const("i64", [3, -1], [1, 2])), "else")
    if_ = ir.If(body, even, then_body, else_body)
    if_.input(h, t, e)
    next_ = body.result(if_.output(then_result, else_result, shape=[1, 2]), "next")
    loop.input(h0, h)
    loop.back_edge(next_, h)
    graph.result(loop.output(next_, shape=[1, 2]), "last")
    graph.result(loop.output(next_, shape=[-1, 2], axis=0), "all")
    steps = [11, 22, 33, -22, 43, -2, 129, 2]
    corpus.add("nested/if_in_loop", rules=["IF-1", "IF-2", "BODY-2", "ITER-1"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data, inputs={"H0": Tensor("i64", [1, 2], [1, 2])},
               title="An If in a Loop takes one branch in even iterations and the other in odd ones.",
               notes="Even: + (10, 20). Odd: times (3, -1). (1, 2) -> (11, 22) -> (33, -22) -> (43, -2) -> (129, 2).",
               runs=[{"name": "iterations_%d" % n, "inputs": {"trip": trip(n)},
                      "outputs": [Tensor("i64", [1, 2], steps[2 * n - 2:2 * n] or [1, 2]), Tensor("i64", [n, 2], steps[:2 * n])]}
                     for n in range(5)])

    graph = ir.Graph()
    condition = graph.parameter("condition", "boolean", "{{condition_shape}}")
    x, y = graph.parameter("X", "i32", [3]), graph.parameter("Y", "i32", [3])
    then_body, else_body = graph.body(), graph.body()
    tx = then_body.parameter("tx", "i32", [3])
    ex, ey = else_body.parameter("ex", "i32", [3]), else_body.parameter("ey", "i32", [3])
    loop_body = then_body.body()
    part = loop_body.parameter("part", "i32", [1])
    same = loop_body.result(part, "same")
    loop = then_body.tensor_iterator(loop_body)
    loop.input(tx, part, axis=0, start=-1, end=0, stride=-1)
    reversed_ = then_body.result(loop.output(same, shape=[3], **scan()), "reversed")
    swapped = else_body.result(ey, "y"), else_body.result(ex, "x")
    then_x = then_body.result(tx, "x")
    if_ = ir.If(graph, condition, then_body, else_body)
    if_.input(x, tx, ex)
    if_.input(y, None, ey)
    graph.result(if_.output(reversed_, swapped[0], shape=[3]), "first")
    graph.result(if_.output(then_x, swapped[1], shape=[3]), "second")
    corpus.add("nested/loop_in_if", rules=["IF-1", "IF-2", "BODY-2", "PORT-1", "PORT-2"], oracle="by-hand", kind="boundary",
               model=graph.text(), columns=["condition_shape"], inputs={"X": i32(1, 2, 3), "Y": i32(7, 8, 9)},
               title="One branch of an If contains a TensorIterator; the other passes its inputs through.",
               notes="True gives X backward, and X. False gives Y, and X.",
               runs=[{"name": "%s_rank_%d" % (str(c).lower(), len(s)), "at": [s],
                      "inputs": {"condition": Tensor("boolean", [1] * len(s), [c])}, "outputs": [first, i32(1, 2, 3)]}
                     for c, first in ((True, i32(3, 2, 1)), (False, i32(7, 8, 9))) for s in ("", "1")])

    graph = ir.Graph()
    condition, x = graph.parameter("condition", "boolean", []), graph.parameter("X", "{{then_type}}", [2])
    then_body, else_body = graph.body(), graph.body()
    t, e = then_body.parameter("t", "{{then_type}}", [2]), else_body.parameter("e", "{{then_type}}", [2])
    then_result = then_body.result(t, "then")
    else_result = else_body.result(
        else_body.op("Convert", else_body.op("Concat", e, e, axis=0, shape=[4]), type="{{else_type}}",
                     destination_type="{{else_type}}"), "else")
    if_ = ir.If(graph, condition, then_body, else_body)
    if_.input(x, t, e)
    graph.result(if_.output(then_result, else_result, shape=[-1]), "out")
    text = graph.text().replace(' precision="{{then_type}}"', ' precision="{{then_precision}}"').replace(
        ' precision="{{else_type}}"', ' precision="{{else_precision}}"')
    corpus.add("nested/if_branch_types", rules=["IF-3"], oracle="by-hand", kind="boundary", model=text,
               columns=["then_type", "then_precision", "else_type", "else_precision"],
               title="The branches of an If have the same element type; their shapes may differ.",
               notes="The then branch gives 2 elements, the else branch 4.", inputs={"X": i32(5, 6)},
               runs=[{"name": "then", "at": ["i32", "I32", "i32", "I32"], "inputs": {"condition": flag(True)}, "outputs": [i32(5, 6)]},
                     {"name": "else", "at": ["i32", "I32", "i32", "I32"], "inputs": {"condition": flag(False)},
                      "outputs": [i32(5, 6, 5, 6)]},
                     {"name": "types_differ", "at": ["i32", "I32", "i64", "I64"], "inputs": {"condition": flag(True)},
                      **case.rejected("load", "IF-3")}])


def add_cases(corpus):
    for add in (add_iterator_in_loop, add_loop_in_iterator, add_inner_starts, add_three_deep, add_ifs):
        add(corpus)
