"""Two loops or Ifs in one model that differ in one thing: neither may take the place of the other."""

import ir
from case import Tensor
from frames import flag, i32, scan, trip

ORACLE = "generator: gen/two_loops.py"
ALIKE = "The two layers have the same name, the same inputs and equal bodies, except for the difference."


def lines_of(x, axis, step):
    lines = x if axis == 0 else [list(column) for column in zip(*x)]
    return lines[::-1] if step < 0 else lines


def iterator(graph, x, h0, g0, *, axis=0, step=1, width=1, kind="Add", constant=1, crossed=False, out_step=1):
    """h' = kind(h, sum of the part) + constant; g' = g + h. `crossed`: the back edges are crossed."""
    body = graph.body()
    part = body.parameter("part", "i32", [-1, -1])
    h, g = body.parameter("h", "i32", [1, 1]), body.parameter("g", "i32", [1, 1])
    total = body.op("ReduceSum", part, body.const("i64", [0, 1]), keep_dims="true", shape=[1, 1])
    moved = body.op(kind, h, total, shape=[1, 1])
    next_h = body.result(body.op("Add", moved, body.const("i32", [constant], [1, 1])), "next_h")
    next_g = body.result(body.op("Add", g, h), "next_g")
    loop = graph.tensor_iterator(body, "alike")
    loop.input(x, part, axis=axis, start=0 if step > 0 else -1, end=-1 if step > 0 else 0, stride=step * width, part_size=width)
    loop.input(h0, h)
    loop.input(g0, g)
    loop.back_edge(next_h, g if crossed else h)
    loop.back_edge(next_g, h if crossed else g)
    return [loop.output(next_h, shape=[1, 1]), loop.output(next_g, shape=[1, 1]),
            loop.output(next_h, shape=[-1, 1], **scan(1, out_step > 0))]


def iterate(x, h, g, *, axis=0, step=1, width=1, kind="Add", constant=1, crossed=False, out_step=1):
    lines = lines_of(x, axis, step)
    seen = []
    for first in range(0, len(lines), width):
        total = sum(sum(line) for line in lines[first:first + width])
        moved = h + total if kind == "Add" else h - total
        h, g = moved + constant, g + h
        last = (h, g)
        seen.append(h)
        if crossed:
            h, g = g, h
    return [Tensor("i32", [1, 1], [last[0]]), Tensor("i32", [1, 1], [last[1]]), Tensor("i32", [len(seen), 1], seen[::out_step])]


PAIRS = {
    "axis": ({"axis": 0}, {"axis": 1}), "direction": ({"step": 1}, {"step": -1}), "part_size": ({"width": 1}, {"width": 2}),
    "operation": ({"kind": "Add"}, {"kind": "Subtract"}), "constant": ({"constant": 1}, {"constant": 2}),
    "back_edges": ({"crossed": False}, {"crossed": True}), "joined_direction": ({"out_step": 1}, {"out_step": -1}),
}


def add_iterators(corpus):
    for name, (first, second) in PAIRS.items():
        graph = ir.Graph()
        x = graph.parameter("X", "i32", [-1, -1])
        h0, g0 = graph.parameter("H0", "i32", [1, 1]), graph.parameter("G0", "i32", [1, 1])
        outputs = iterator(graph, x, h0, g0, **first) + iterator(graph, x, h0, g0, **second) + iterator(graph, x, h0, g0, **first)
        for k, value in enumerate(outputs):
            graph.result(value, "out%d" % k)
        runs = []
        for rows, columns in ((4, 2), (2, 4), (6, 3)):
            values = [[(7 * r + 3 * c) % 11 + 10 * r - 20 * c for c in range(columns)] for r in range(rows)]
            ones = [Tensor("i32", [1, 1], [v]) for v in (50, -3)]
            one, two = iterate(values, 50, -3, **first), iterate(values, 50, -3, **second)
            assert [t.values for t in one] != [t.values for t in two]
            runs.append({"name": "%d_by_%d" % (rows, columns),
                         "inputs": {"X": Tensor("i32", [rows, columns], sum(values, [])), "H0": ones[0], "G0": ones[1]}, "outputs": one + two + one})
        corpus.add("tensor_iterator/two_loops/%s" % name, rules=["BODY-2", "BACK-2", "SLICE-5", "OUT-2"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, runs=runs, notes="h' is h and the sum of the part, plus a constant; g' = g + h. " + ALIKE,
                   title="Two TensorIterators of one input differ only in the %s." % name.replace("_", " "))


def counted_loop(graph, count, condition, a0, *, constant=3, ends_at=100):
    body = graph.body()
    k, a = body.parameter("k", "i32", [1]), body.parameter("a", "i32", [2])
    next_ = body.result(body.op("Add", body.op("Multiply", a, body.const("i32", [constant])), k), "next")
    more = body.result(body.op("Less", k, body.const("i32", [ends_at])), "more")
    loop = graph.loop(body, count, condition, "alike")
    loop.execution_condition(more)
    loop.current_iteration(k)
    loop.input(a0, a)
    loop.back_edge(next_, a)
    return [loop.output(next_, shape=[2]), loop.output(next_, shape=[-1], axis=0)]


def count_up(n, condition, a, *, constant=3, ends_at=100):
    seen, k = [], 0
    while condition and k < n:
        a = [v * constant + k for v in a]
        seen += a
        condition = k < ends_at
        k += 1
    return [i32(*a), i32(*seen)]


def add_loops(corpus):
    for name in ("trip_count", "constant_trip_count", "initial_condition", "body_condition", "constant"):
        graph = ir.Graph()
        n, m = graph.parameter("n", "i64", []), graph.parameter("m", "i64", [])
        p, q = graph.parameter("p", "boolean", []), graph.parameter("q", "boolean", [])
        a = graph.parameter("A", "i32", [2])
        second = {"constant": {"constant": 2}, "body_condition": {"ends_at": 1}}.get(name, {})
        if name == "constant_trip_count":
            n, m = graph.const("i64", 2), graph.const("i64", 4)
            first_of = lambda n_, m_: (2, 4)
        elif name == "trip_count":
            first_of = lambda n_, m_: (n_, m_)
        else:
            m = n
            first_of = lambda n_, m_: (n_, n_)
        other = q if name == "initial_condition" else p
        outputs = counted_loop(graph, n, p, a) + counted_loop(graph, m, other, a, **second) + counted_loop(graph, n, p, a)
        for k, value in enumerate(outputs):
            graph.result(value, "out%d" % k)
        runs = []
        for n_, m_, p_, q_ in ((2, 4, True, True), (5, 3, True, False), (3, 0, True, True), (4, 4, False, True)):
            first, last = first_of(n_, m_)
            one = count_up(first, p_, [1, -4])
            two = count_up(last, q_ if name == "initial_condition" else p_, [1, -4], **second)
            runs.append({"name": "n_%d_m_%d_%s_%s" % (n_, m_, str(p_).lower(), str(q_).lower()), "outputs": one + two + one,
                         "inputs": {"n": trip(n_), "m": trip(m_), "p": flag(p_), "q": flag(q_), "A": i32(1, -4)}})
        corpus.add("loop/two_loops/%s" % name, rules=["BODY-2", "TRIP-1", "COND-1", "COND-2", "OUT-1"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, runs=runs, notes="a' = 3 a + k. " + ALIKE,
                   title="Two Loops of the same inputs differ only in the %s." % name.replace("_", " "))


def branch(graph, kind, order, constant):
    body = graph.body()
    a, b = body.parameter("a", "i32", [2]), body.parameter("b", "i32", [2])
    operands = (a, b) if order else (b, a)
    value = body.op("Add", body.op(kind, *operands), body.const("i32", [constant, 0]))
    return body, (a, b), body.result(value, "r")


def add_ifs(corpus):
    """If 0: a - b + (5, 0) or b - a + (5, 0). The others differ in one thing."""
    kinds = {"branches": (False, True, "Subtract", 5), "operation": (True, False, "Multiply", 5), "constant": (True, False, "Subtract", 6)}
    for name, second in kinds.items():
        graph = ir.Graph()
        c = graph.parameter("c", "boolean", [])
        a, b = graph.parameter("A", "i32", [2]), graph.parameter("B", "i32", [2])
        def add_if(order, other, kind, constant):
            then_body, (ta, tb), then_result = branch(graph, kind, order, constant)
            else_body, (ea, eb), else_result = branch(graph, "Subtract", other, 5)
            made = ir.If(graph, c, then_body, else_body, "alike")
            made.input(a, ta, ea)
            made.input(b, tb, eb)
            return made.output(then_result, else_result, shape=[2])
        for k, parts in enumerate(((True, False, "Subtract", 5), second, (True, False, "Subtract", 5))):
            graph.result(add_if(*parts), "out%d" % k)
        x, y = [30, 7], [4, 11]
        def value(parts, chosen):
            order, other, kind, constant = parts
            if not chosen:
                order, kind, constant = other, "Subtract", 5
            u, v = (x, y) if order else (y, x)
            return i32(*[(p * q if kind == "Multiply" else p - q) + (constant, 0)[k] for k, (p, q) in enumerate(zip(u, v))])
        runs = [{"name": str(chosen).lower(), "inputs": {"c": flag(chosen), "A": i32(*x), "B": i32(*y)},
                 "outputs": [value((True, False, "Subtract", 5), chosen), value(second, chosen), value((True, False, "Subtract", 5), chosen)]}
                for chosen in (True, False)]
        corpus.add("nested/two_ifs/%s" % name, rules=["IF-1", "IF-2"], kind="combined", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
                   runs=runs, notes="a = (30, 7), b = (4, 11). The first and the third If give a - b + (5, 0) or b - a + (5, 0). " + ALIKE,
                   title="Two Ifs of the same inputs differ only in the %s." % name)


def add_cases(corpus):
    add_iterators(corpus)
    add_loops(corpus)
    add_ifs(corpus)
