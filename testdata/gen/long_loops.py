"""Many iterations: around the powers of two, where counters and buffers of an implementation end."""

import ir
from case import Tensor
from frames import counted, trip, typed

ORACLE = "generator: gen/long_loops.py"
COUNTS = (5, 7, 9, 11, 15, 16, 17, 31, 32, 33, 63, 64, 65, 67, 100, 127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025)


def add_counted(corpus):
    """a' = a + 2 k with scan outputs of a' and of k; without them for more iterations."""
    for scans in (True, False):
        graph = ir.Graph()
        count, a0 = graph.parameter("trip", "i64", []), graph.parameter("A", "{{type}}", [1])
        loop, body = counted(graph, count)
        k, a = body.parameter("k", "{{type}}", [1]), body.parameter("a", "{{type}}", [1])
        next_ = body.result(body.op("Add", body.op("Add", a, k), k), "next")
        number = body.result(k, "number")
        loop.current_iteration(k)
        loop.input(a0, a)
        loop.back_edge(next_, a)
        graph.result(loop.output(next_, shape=[1]), "last")
        graph.result(loop.output(number, shape=[1]), "last_number")
        if scans:
            graph.result(loop.output(next_, shape=[-1], axis=0), "all")
            graph.result(loop.output(number, shape=[-1], axis=0), "numbers")
        runs = []
        for type_ in ("i64", "i32"):
            for n in COUNTS if scans else (32769, 65537):
                values = [5]
                for i in range(n):
                    values.append(values[-1] + 2 * i)
                wraps = type_ == "i32" and values[-1] >= 2**31
                values = [(v + 2**31) % 2**32 - 2**31 if wraps else v for v in values]
                runs.append({"name": "%s_%d" % (type_, n), "at": typed(type_), **({"tier": "survey", "rules": ["NUM-2"]} if wraps else {}), "inputs": {"trip": trip(n), "A": Tensor(type_, [1], [5])},
                             "outputs": [Tensor(type_, [1], [values[-1]]), Tensor(type_, [1], [n - 1])]
                             + ([Tensor(type_, [n], values[1:]), Tensor(type_, [n], list(range(n)))] if scans else [])})
        corpus.add("loop/control/%s" % ("many_iterations" if scans else "thousands_of_iterations"), rules=["ITER-1", "TRIP-4", "OUT-1", "OUT-2", "TYPE-1"],
                   kind="boundary", oracle=ORACLE, model=graph.text(), weights=graph.weights.data, columns=["type", "precision"], runs=runs,
                   title="A Loop runs %d to %d iterations and counts them." % ((COUNTS[0], COUNTS[-1]) if scans else (32769, 65537)),
                   notes="a' = a + 2 k, from 5: after n iterations it is 5 + n (n - 1), wrapped to 32 bits for i32.")


def add_conditional(corpus):
    """The trip count is -1, and the condition k < limit ends the loop, so nobody knows how many parts come."""
    graph = ir.Graph()
    limit, a0 = graph.parameter("limit", "i64", [1]), graph.parameter("A", "i64", [1, 2])
    body = graph.body()
    k, a, end = body.parameter("k", "i64", [1]), body.parameter("a", "i64", [1, 2]), body.parameter("limit", "i64", [1])
    next_ = body.result(body.op("Add", a, k, shape=[1, 2]), "next")
    column = body.result(body.op("Reshape", next_.inputs[0], body.const("i64", [2, 1]), special_zero="false", shape=[2, 1]), "column")
    more = body.result(body.op("Less", k, end), "more")
    loop = graph.loop(body, graph.const("i64", -1), graph.const("boolean", True))
    loop.execution_condition(more)
    loop.current_iteration(k)
    loop.input(a0, a)
    loop.input(limit, end)
    loop.back_edge(next_, a)
    graph.result(loop.output(next_, shape=[1, 2]), "last")
    graph.result(loop.output(next_, shape=[-1, 2], axis=0), "rows")
    graph.result(loop.output(column, shape=[2, -1], axis=1), "columns")
    graph.result(loop.output(more, shape=[-1], axis=0), "conditions")
    runs = []
    for n in (1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65, 128, 129, 300):
        rows, now = [], [10, -20]
        for i in range(n):
            now = [v + i for v in now]
            rows.append(now)
        runs.append({"name": "iterations_%d" % n, "inputs": {"limit": Tensor("i64", [1], [n - 1]), "A": Tensor("i64", [1, 2], [10, -20])},
                     "outputs": [Tensor("i64", [1, 2], now), Tensor("i64", [n, 2], sum(rows, [])),
                                 Tensor("i64", [2, n], [row[c] for c in range(2) for row in rows]), Tensor("boolean", [n], [True] * (n - 1) + [False])]})
    corpus.add("loop/control/many_iterations_until_a_condition", rules=["COND-2", "TRIP-2", "OUT-2"], kind="boundary", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="A Loop without a bound joins up to 300 parts along the first and the last axis.",
               notes="a' = a + k, while k < limit. The same values are joined as rows and as columns, and the conditions are joined too.")


def add_iterator(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "{{type}}", [2, -1]), graph.parameter("H0", "{{type}}", [2, 1])
    body = graph.body()
    part, h = body.parameter("part", "{{type}}", [2, 1]), body.parameter("h", "{{type}}", [2, 1])
    next_ = body.result(body.op("Subtract", part, h), "next")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=1, start="{{start}}", end="{{end}}", stride="{{stride}}", part_size=1)
    loop.input(h0, h)
    loop.back_edge(next_, h)
    graph.result(loop.output(next_, shape=[2, 1]), "last")
    graph.result(loop.output(next_, shape=[2, -1], axis=1, start=0, end=-1, stride=1, part_size=1), "all")
    runs = []
    for n in COUNTS:
        for step in (1, -1) if n in (33, 65, 129, 257) else (1,):
            for type_ in ("i32", "f32") if n in (33, 257, 1025) else ("i32", "u8") if n in (65, 100) else ("i32",):
                values = [[(13 * i + 5 * r) % 97 for i in range(n)] for r in range(2)]
                h, columns = [3, 40], []
                for i in range(n):
                    h = [values[r][::step][i] - h[r] for r in range(2)]
                    h = [v % 256 for v in h] if type_ == "u8" else h
                    columns.append(h)
                runs.append({"name": "%s_%d_%s" % (type_, n, "forward" if step > 0 else "backward"), "at": typed(type_) + ([0, -1, 1] if step > 0 else [-1, 0, -1]),
                             **({"tier": "survey", "rules": ["NUM-2"]} if type_ == "u8" else {}),
                             "inputs": {"X": Tensor(type_, [2, n], sum(values, [])), "H0": Tensor(type_, [2, 1], [3, 40])},
                             "outputs": [Tensor(type_, [2, 1], h), Tensor(type_, [2, n], [c[r] for r in range(2) for c in columns])]})
    corpus.add("tensor_iterator/slices/many_parts", rules=["SLICE-5", "SLICE-7", "BACK-2", "OUT-2"], kind="boundary", oracle=ORACLE, model=graph.text(),
               columns=["type", "precision", "start", "end", "stride"], runs=runs, title="A TensorIterator takes 5 to 1025 columns.",
               notes="h' = x - h, from (3, 40). Element i of row r is (13 i + 5 r) mod 97.")


def bounded(graph, count, limit, h0):
    """A Loop of at most `count` iterations, which k >= limit ends: the last k and the sum of all k + 1."""
    body = graph.body()
    k, h, end = body.parameter("k", "i64", [1]), body.parameter("h", "i64", [1]), body.parameter("limit", "i64", [1])
    next_ = body.result(body.op("Add", body.op("Add", h, k), body.const("i64", [1])), "next")
    number = body.result(k, "number")
    more = body.result(body.op("Less", k, end), "more")
    loop = graph.loop(body, count, graph.const("boolean", True))
    loop.execution_condition(more)
    loop.current_iteration(k)
    loop.input(h0, h)
    loop.input(limit, end)
    loop.back_edge(next_, h)
    return [loop.output(number, shape=[1]), loop.output(next_, shape=[1])]


BOUNDS = (1, 129, 257, 32769, 65537, 2**24 + 1, 2**31 - 1)


def outputs_of(bound, limit):
    n = min(bound, limit + 1)
    return [Tensor("i64", [1], [n - 1]), Tensor("i64", [1], [10 + n * (n + 1) // 2])]


def add_bounds(corpus):
    """Trip counts whose low bits are a small number: constants and Parameters, of both types."""
    graph = ir.Graph()
    limit, h0 = graph.parameter("limit", "i64", [1]), graph.parameter("H0", "i64", [1])
    places = [(t, type_, shape) for t in BOUNDS for type_ in ("i64", "i32") for shape in ([], [1])]
    for t, type_, shape in places:
        for value in bounded(graph, graph.const(type_, [t], shape), limit, h0):
            graph.result(value, "out%d" % len(graph.layers))
    runs = [{"name": "limit_%d" % n, "inputs": {"limit": Tensor("i64", [1], [n]), "H0": Tensor("i64", [1], [10])},
             "outputs": [value for t, _, _ in places for value in outputs_of(t, n)]} for n in (0, 2, 140, 300)]
    corpus.add("loop/control/bounds_past_narrow_types/constants", rules=["TRIP-1", "TRIP-4", "COND-2"], kind="boundary", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Constant trip counts around the ends of narrow integer types, and a condition that ends the Loops.",
               notes="The trip counts are 1, 129, 257, 32769, 65537, 2^24 + 1 and 2^31 - 1. With a limit n at most n + 1 iterations run.")
    graph = ir.Graph()
    count, limit = graph.parameter("trip", "{{type}}", "{{shape}}"), graph.parameter("limit", "i64", [1])
    h0 = graph.parameter("H0", "i64", [1])
    for value in bounded(graph, count, limit, h0):
        graph.result(value, "out%d" % len(graph.layers))
    runs = [{"name": "%s_%s_%d_limit_%d" % (type_, "list" if shape else "scalar", t, n), "at": typed(type_) + [shape],
             "inputs": {"trip": Tensor(type_, [1] if shape else [], [t]), "limit": Tensor("i64", [1], [n]), "H0": Tensor("i64", [1], [10])}, "outputs": outputs_of(t, n)}
            for type_ in ("i64", "i32") for shape in ("", "1") for t in BOUNDS for n in (2, 140)]
    corpus.add("loop/control/bounds_past_narrow_types/given", rules=["TRIP-1", "TRIP-4", "COND-2"], kind="boundary", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, columns=["type", "precision", "shape"], runs=runs,
               title="Trip counts around the ends of narrow integer types, and a condition that ends the Loop.",
               notes="With a limit n at most n + 1 iterations run. The sum of k + 1 is added to 10.")


def add_cases(corpus):
    add_bounds(corpus)
    add_counted(corpus)
    add_conditional(corpus)
    add_iterator(corpus)
