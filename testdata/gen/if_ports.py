"""Ifs: which value each branch takes and gives. A mixture of ports of the two branches gives another result."""

import ir
from case import Tensor
from frames import counted, flag, i32, trip

ORACLE = "by-hand"
X, Y = [30, 7], [4, 11]
OUTER = {"A": i32(*X), "B": i32(*Y)}


def begin():
    graph = ir.Graph()
    c = graph.parameter("c", "boolean", [])
    return graph, c, graph.parameter("A", "i32", [2]), graph.parameter("B", "i32", [2])


def two(graph):
    return graph.body(), graph.body()


def add(corpus, name, graph, title, notes, then, other, *, rules=("IF-1", "IF-2"), inputs=OUTER, more=()):
    runs = [{"name": str(chosen).lower(), "inputs": {"c": flag(chosen)}, "outputs": outputs} for chosen, outputs in ((True, then), (False, other))]
    corpus.add("nested/if_ports/%s" % name, rules=list(rules), kind="combined", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               inputs=inputs, title=title, notes=notes, runs=runs + list(more))


def add_orders(corpus):
    """The Parameters of the branches are in different orders, and so are their Results."""
    graph, c, a, b = begin()
    t, e = two(graph)
    ta, tb = t.parameter("a", "i32", [2]), t.parameter("b", "i32", [2])
    eb, ea = e.parameter("b", "i32", [2]), e.parameter("a", "i32", [2])
    t1, t2 = t.result(t.op("Subtract", ta, tb), "first"), t.result(t.op("Multiply", ta, tb), "second")
    e2, e1 = e.result(e.op("Add", eb, ea), "second"), e.result(e.op("Subtract", eb, ea), "first")
    made = ir.If(graph, c, t, e)
    made.input(a, ta, ea)
    made.input(b, tb, eb)
    made.maps[1].reverse()
    outputs = [made.output(t1, e1, shape=[2]), made.output(t2, e2, shape=[2])]
    made.maps[0].reverse()
    for k, value in enumerate(outputs):
        graph.result(value, "out%d" % k)
    add(corpus, "orders", graph, "The branches list their Parameters, Results and entries in different orders.",
        "Then: a - b = (26, -4) and a b = (120, 77). Else: b - a = (-26, 4) and a + b = (34, 18).",
        [i32(26, -4), i32(120, 77)], [i32(-26, 4), i32(34, 18)])


def add_wires(corpus):
    """No branch computes anything: they give their Parameters in another order, and one of them twice."""
    graph, c, a, b = begin()
    t, e = two(graph)
    ta, tb = t.parameter("a", "i32", [2]), t.parameter("b", "i32", [2])
    ea, eb = e.parameter("a", "i32", [2]), e.parameter("b", "i32", [2])
    pairs = [(t.result(tv, "t%d" % k), e.result(ev, "e%d" % k)) for k, (tv, ev) in enumerate(((ta, eb), (tb, ea), (ta, ea), (tb, ea)))]
    made = ir.If(graph, c, t, e)
    made.input(a, ta, ea)
    made.input(b, tb, eb)
    for k, (r, s) in enumerate(pairs):
        graph.result(made.output(r, s, shape=[2]), "out%d" % k)
    add(corpus, "wires", graph, "Branches that compute nothing give their Parameters in other orders, and one of them three times.",
        "Then: a, b, a, b. Else: b, a, a, a.", [i32(*X), i32(*Y), i32(*X), i32(*Y)], [i32(*Y), i32(*X), i32(*X), i32(*X)])


def add_shared_ports(corpus):
    """One port feeds two Parameters of a branch, and one value feeds two ports."""
    graph, c, a, b = begin()
    t, e = two(graph)
    t0, t1, t2 = [t.parameter("t%d" % k, "i32", [2]) for k in range(3)]
    e0, e1, e2 = [e.parameter("e%d" % k, "i32", [2]) for k in range(3)]
    made = ir.If(graph, c, t, e)
    made.input(b, t1, e0)
    made.input(a, t0, e2)
    made.input(b, None, e1)
    made.maps[0].append(("input", 1, t2, {}))  # port 1 is b
    value = made.output(t.result(t.op("Subtract", t.op("Subtract", t0, t1), t2), "t"),
                        e.result(e.op("Subtract", e.op("Multiply", e0, e2), e1), "e"), shape=[2])
    graph.result(value, "out")
    add(corpus, "shared_ports", graph, "One port feeds two Parameters of a branch, and one value feeds two ports.",
        "Then: a - b - b = (22, -15). Else: b a - b = (116, 66).", [i32(22, -15)], [i32(116, 66)], rules=("IF-2", "PORT-1"))


def add_constants(corpus):
    """Constants of both branches; the condition is a constant in two of the Ifs."""
    graph, c, a, b = begin()
    out = []
    for k, condition in enumerate((c, graph.const("boolean", True), graph.const("boolean", [False]))):
        t, e = two(graph)
        ta, ea = t.parameter("a", "i32", [2]), e.parameter("a", "i32", [2])
        made = ir.If(graph, condition, t, e)
        made.input(a, ta, ea)
        row, column = t.result(t.const("i32", [1, 2, 3, 4], [1, 4])), e.result(e.const("i32", [5, 6, 7, 8], [4, 1]))
        out.append(made.output(row, column, shape=[-1, -1]))
        out.append(made.output(t.result(t.op("Add", ta, t.const("i32", [100 + k]))), e.result(e.op("Subtract", ea, e.const("i32", [200 + k]))), shape=[2]))
    for k, value in enumerate(out):
        graph.result(value, "out%d" % k)
    row, column = Tensor("i32", [1, 4], [1, 2, 3, 4]), Tensor("i32", [4, 1], [5, 6, 7, 8])
    fixed = [row, i32(131, 108), column, i32(-172, -195)]
    add(corpus, "constants", graph, "Branches give constants of 4 elements in other shapes. The conditions of two Ifs are constants.",
        "Then: a row of 4, and a + 100. Else: a column of 4, and a - 200. The second If is always true and adds 101, the third one always false and subtracts 202.",
        [row, i32(130, 107)] + fixed, [column, i32(-170, -193)] + fixed, rules=("IF-1", "IF-3"))


def add_guard(corpus):
    """A branch divides, and is only chosen if it can."""
    graph = ir.Graph()
    count, x, w = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [1]), graph.parameter("W", "i32", [-1])
    loop, body = counted(graph, count)
    h, xb = body.parameter("h", "i32", [1]), body.parameter("x", "i32", [1])
    part = body.parameter("w", "i32", [1])
    zero = body.const("i32", 0)
    t, e = two(body)
    tx, tw = t.parameter("x", "i32", [1]), t.parameter("w", "i32", [1])
    ew = e.parameter("h", "i32", [1])
    made = ir.If(body, body.op("NotEqual", part, zero, shape=[1]), t, e)
    made.input(xb, tx, None)
    made.input(part, tw, None)
    made.input(h, None, ew)
    quotient = made.output(t.result(t.op("Divide", tx, tw, m_pythondiv="true"), "q"), e.result(e.op("Negative", ew), "n"), shape=[1])
    next_ = body.result(body.op("Add", h, quotient), "next")
    taken = body.result(quotient, "taken")
    loop.input(x, h)
    loop.input(x, xb)
    loop.input(w, part, axis=0)
    loop.back_edge(next_, h)
    graph.result(loop.output(next_, shape=[1]), "last")
    graph.result(loop.output(taken, shape=[-1], axis=0), "all")
    runs = []
    for name, ws in (("zero_first", [0, 7, 25]), ("zero_later", [7, 0, 0, 3]), ("zero_last", [5, 3, 0]), ("no_zero", [9, 4]), ("one_zero", [0])):
        now, seen = 100, []
        for v in ws:
            seen.append(100 // v if v else -now)
            now += seen[-1]
        runs.append({"name": name, "inputs": {"trip": trip(len(ws)), "W": i32(*ws)}, "outputs": [i32(now), i32(*seen)]})
    corpus.add("nested/if_ports/guarded_division", rules=["IF-1", "BODY-2", "BACK-2"], kind="boundary", oracle="generator: gen/if_ports.py", model=graph.text(),
               weights=graph.weights.data, inputs={"X": i32(100)}, runs=runs,
               title="A branch divides the same value in each iteration, and is not chosen if the divisor is 0.",
               notes="q = 100 / w if w is not 0, and -h otherwise; h' = h + q from 100.")


def add_many_decisions(corpus):
    """The choice changes in every iteration of a long loop, and from one inference to the next."""
    graph = ir.Graph()
    c, x = graph.parameter("C", "boolean", [-1]), graph.parameter("X", "i32", [1])
    body = graph.body()
    choice, h = body.parameter("c", "boolean", [1]), body.parameter("h", "i32", [1])
    t, e = two(body)
    th, eh = t.parameter("h", "i32", [1]), e.parameter("h", "i32", [1])
    made = ir.If(body, choice, t, e)
    made.input(h, th, eh)
    value = made.output(t.result(t.op("Add", th, t.const("i32", [3])), "t"), e.result(e.op("Multiply", eh, e.const("i32", [-1])), "e"), shape=[1])
    next_ = body.result(value, "next")
    loop = graph.tensor_iterator(body)
    loop.input(c, choice, axis=0, start=0, end=-1, stride=1, part_size=1)
    loop.input(x, h)
    loop.back_edge(next_, h)
    graph.result(loop.output(next_, shape=[-1], axis=0, start=0, end=-1, stride=1, part_size=1), "all")

    def inference(choices):
        h, seen = 10, []
        for chosen in choices:
            h = h + 3 if chosen else -h
            seen.append(h)
        return {"inputs": {"C": Tensor("boolean", [len(choices)], choices), "X": i32(10)}, "outputs": [i32(*seen)]}
    late = [True] * 20 + [False] + [True] * 5 + [False] * 3
    runs = [{"name": "late", **inference(late)}, {"name": "late_the_other_way", **inference([not v for v in late])},
            {"name": "alternating", **inference([k % 2 == 0 for k in range(35)])},
            {"name": "sequence", "sequence": [inference(v) for v in ([True], [False], [False, True], late, [True, True], [not v for v in late])]}]
    corpus.add("nested/if_ports/many_decisions", rules=["IF-1", "STATE-1", "BACK-2"], kind="combined", oracle="generator: gen/if_ports.py", model=graph.text(),
               weights=graph.weights.data, runs=runs, title="An If in a TensorIterator chooses again in each of up to 35 iterations and in each inference.",
               notes="h' = h + 3 or -h, from 10.")


def add_cases(corpus):
    for add_case in (add_orders, add_wires, add_shared_ports, add_constants, add_guard, add_many_decisions):
        add_case(corpus)
