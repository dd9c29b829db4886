"""Several inferences on one loaded model: each gives the same result as it gives alone (STATE-1).

An unrolled loop computes the expected values of each inference from its own inputs.
"""

import case
import ir
from case import Tensor
from frames import counted, flag, i32, i64, scan, trip

ORDERS = [[5, 2, 0, 1, 7], [7, 1, 0, 2, 5], [0, 3], [3, 0, 3], [1, 1], [2, 5, 2], [0, 0, 4], [4, 3, 2, 1, 0], [0, 1, 2, 3, 4],
          [6, 0, 6, 0, 6]]


def name(order):
    return "iterations_" + "_".join(str(n) for n in order)


def add_loop(corpus):
    """h' = 2 h + x over the first n parts of X; last value, scan, and the values before joined backward."""
    graph = ir.Graph()
    count, x, h0 = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [-1, 2]), graph.parameter("H0", "i32", [1, 2])
    loop, body = counted(graph, count)
    part, h = body.parameter("part", "i32", [1, 2]), body.parameter("h", "i32", [1, 2])
    next_ = body.result(body.op("Add", body.op("Add", h, h), part), "next")
    before, same = body.result(h, "before"), body.result(part, "same")
    loop.input(x, part, **scan())
    loop.input(h0, h)
    loop.back_edge(next_, h)
    graph.result(loop.output(next_, shape=[1, 2]), "last")
    graph.result(loop.output(next_, shape=[-1, 2], **scan()), "all")
    graph.result(loop.output(before, shape=[-1, 2], **scan(1, False)), "before_backward")
    graph.result(loop.output(same, shape=[-1, 2], **scan()), "parts")

    def inference(place, n, length):
        parts = [[100 * place + 10 * k + 1, 100 * place + 10 * k + 2] for k in range(length)]
        start = [-place - 1, -place - 5]
        inputs = {"trip": trip(n), "X": Tensor("i32", [length, 2], sum(parts, [])), "H0": Tensor("i32", [1, 2], start)}
        if n > length:
            return {"inputs": inputs, **case.rejected("run", "SLICE-9")}
        h, seen, befores = start, [], []
        for k in range(n):
            befores = h + befores
            h = [2 * h[c] + parts[k][c] for c in range(2)]
            seen += h
        return {"inputs": inputs, "outputs": [Tensor("i32", [1, 2], h), Tensor("i32", [n, 2], seen),
                                              Tensor("i32", [n, 2], befores), Tensor("i32", [n, 2], sum(parts[:n], []))]}
    runs = [{"name": name(order), "sequence": [inference(p, n, n) for p, n in enumerate(order)]} for order in ORDERS]
    runs += [{"name": name(order) + "_of_eight_parts", "sequence": [inference(p, n, 8) for p, n in enumerate(order)]}
             for order in ORDERS[:5]]
    for order, bad in (([3, 5, 3], 1), ([5, 2, 7], 1), ([4, 4, 0], 1), ([2, 6, 1, 6], 2), ([3, 2], 0)):
        runs.append({"name": name(order) + "_error_at_%d" % bad, "tier": "survey",
                     "sequence": [inference(p, n, n - 1 if p == bad else n) for p, n in enumerate(order)]})
    corpus.add("loop/sequences/trip_counts", rules=["STATE-1", "TRIP-3", "SLICE-9", "ZERO-1", "ZERO-2"], kind="combined",
               oracle="generator: gen/sequences.py", model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Inferences with different trip counts in a row give the same results as alone, also after an error.",
               notes="h' = 2 h + x. Inference p has X[k] = (100 p + 10 k + 1, 100 p + 10 k + 2), so a leftover is visible.")


def add_iterator(corpus):
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i32", [2, -1]), graph.parameter("H0", "i32", [2, 1])
    body = graph.body()
    part, h = body.parameter("part", "i32", [2, 1]), body.parameter("h", "i32", [2, 1])
    delayed, now = body.result(h, "delayed"), body.result(part, "now")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=1)
    loop.input(h0, h)
    loop.back_edge(now, h)
    graph.result(loop.output(delayed, shape=[2, -1], axis=1, start=0, end=-1, stride=1, part_size=1), "delayed")
    graph.result(loop.output(now, shape=[2, 1]), "last_part")

    def inference(place, n):
        columns = [[100 * place + k + 1, 100 * place + k + 51] for k in range(n)]
        start = [-place - 1, -place - 9]
        arriving = [start] + columns
        delayed_ = arriving[:n]
        return {"inputs": {"X": Tensor("i32", [2, n], [c[r] for r in range(2) for c in columns]),
                           "H0": Tensor("i32", [2, 1], start)},
                "outputs": [Tensor("i32", [2, n], [c[r] for r in range(2) for c in delayed_]),
                            Tensor("i32", [2, 1], arriving[n])]}
    orders = [[5, 2, 1, 7], [7, 1, 2, 5], [3, 1, 3], [1, 1], [2, 5, 2], [4, 3, 2, 1], [1, 2, 3, 4], [6, 1, 6, 1, 6], [2, 2, 2]]
    runs = [{"name": name(order), "sequence": [inference(p, n) for p, n in enumerate(order)]} for order in orders]
    runs += [{"name": name(order), "tier": "survey", "sequence": [inference(p, n) for p, n in enumerate(order)]}
             for order in ORDERS if 0 in order]
    corpus.add("tensor_iterator/sequences/delay_line", rules=["STATE-1", "BACK-2", "SLICE-8"], kind="combined",
               oracle="generator: gen/sequences.py", model=graph.text(), runs=runs,
               title="A delay line made only of wires keeps nothing from the previous inference, whether longer, shorter or empty.",
               notes="Columns arrive one iteration late; column k of inference p is (100 p + k + 1, 100 p + k + 51).")


def add_while(corpus):
    graph = ir.Graph()
    condition, h0, limit = graph.parameter("condition", "boolean", []), graph.parameter("H0", "i64", []), graph.parameter("limit", "i64", [])
    body = graph.body()
    gate, h, end, k = (body.parameter("gate", "boolean", []), body.parameter("h", "i64", []), body.parameter("end", "i64", []),
                       body.parameter("k", "i64", []))
    grown = body.op("Add", body.op("Multiply", h, body.const("i64", 3)), k)
    next_ = body.result(grown, "next")
    more = body.result(body.op("Less", grown, end), "more")
    was = body.result(gate, "was")
    loop = graph.loop(body, graph.const("i64", -1), condition)
    loop.bind(1, gate)
    loop.input(h0, h)
    loop.input(limit, end)
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.back_edge(next_, h)
    loop.back_edge(more, gate)
    graph.result(loop.output(next_, shape=[-1], **scan()), "all")
    graph.result(loop.output(next_, shape=[]), "last")
    graph.result(loop.output(was, shape=[-1], **scan()), "conditions")

    def inference(start, bound, condition_value):
        h, seen, conditions, go, k = start, [], [], condition_value, 0
        while go:
            conditions.append(go)
            h = 3 * h + k
            seen.append(h)
            go = h < bound
            k += 1
        return {"inputs": {"condition": flag(condition_value), "H0": trip(start), "limit": trip(bound)},
                "outputs": [i64(*seen), trip(h), Tensor("boolean", [len(seen)], conditions)]}
    plans = [[(1, 100, True), (2, 100, False), (1, 2, True)], [(5, 9, True), (1, 500, True), (7, 8, True)],
             [(1, 1, False), (1, 1, True), (1, 1, False)], [(2, 1000, True), (2, 10, True), (2, 1000, True)],
             [(4, 60, True), (4, 60, True)], [(3, 0, True), (2, 3000, True), (9, 9, False)], [(1, 10**6, True), (1, 10, True)],
             [(6, 50, False), (6, 50, True)], [(1, 40, True), (2, 40, True), (3, 40, True), (4, 40, True)],
             [(8, 9, True), (1, 90, True), (8, 9, False), (2, 90, True)]]
    runs = [{"name": "plan_%d" % p, "sequence": [inference(*step) for step in plan]} for p, plan in enumerate(plans)]
    corpus.add("loop/sequences/while", rules=["STATE-1", "COND-1", "COND-2", "ITER-1", "ZERO-1", "ZERO-2"], kind="combined",
               oracle="generator: gen/sequences.py", model=graph.text(), weights=graph.weights.data, runs=runs,
               title="The condition and the current iteration of a while loop start again in every inference.",
               notes="h' = 3 h + k while h' < limit; the initial condition comes with each inference.")


def add_growing(corpus):
    graph = ir.Graph()
    count, h0 = graph.parameter("trip", "i64", []), graph.parameter("H0", "i32", [-1])
    loop, body = counted(graph, count)
    h, k = body.parameter("h", "i32", [-1]), body.parameter("k", "i32", [1])
    grown = body.result(body.op("Concat", h, k, axis=0, shape=[-1]), "grown")
    loop.input(h0, h)
    loop.current_iteration(k)
    loop.back_edge(grown, h)
    graph.result(loop.output(grown, shape=[-1]), "last")

    def inference(place, n, length):
        start = [-(10 * place + j + 1) for j in range(length)]
        return {"inputs": {"trip": trip(n), "H0": i32(*start)}, "outputs": [i32(*(start + list(range(n))))]}
    runs = []
    for order in ORDERS:
        for lengths in ([1] * 5, [3, 0, 2, 5, 1]):
            runs.append({"name": name(order) + "__start_" + "_".join(str(l) for l in lengths[:len(order)]),
                         "sequence": [inference(p, n, lengths[p]) for p, n in enumerate(order)]})
    corpus.add("loop/sequences/growing", rules=["STATE-1", "BACK-4", "ZERO-1"], kind="combined",
               oracle="generator: gen/sequences.py", model=graph.text(), weights=graph.weights.data, runs=runs,
               title="A value that grows in one inference starts at its initial length in the next.",
               notes="h' = Concat(h, k). The initial values are negative; the appended ones are 0, 1, 2, ...")


def add_nested(corpus):
    graph = ir.Graph()
    x, inner_trip = graph.parameter("X", "i32", [-1]), graph.parameter("trip", "i64", [])
    body = graph.body()
    part, count = body.parameter("part", "i32", [1]), body.parameter("count", "i64", [])
    inner, inner_body = counted(body, count)
    g = inner_body.parameter("g", "i32", [1])
    doubled, before = inner_body.result(inner_body.op("Add", g, g), "doubled"), inner_body.result(g, "before")
    inner.input(part, g)
    inner.back_edge(doubled, g)
    last = body.result(inner.output(doubled, shape=[1]), "last")
    seen = body.result(inner.output(before, shape=[-1], **scan()), "seen")
    outer = graph.tensor_iterator(body)
    outer.input(x, part, axis=0)
    outer.input(inner_trip, count)
    graph.result(outer.output(last, shape=[-1], **scan()), "lasts")
    graph.result(outer.output(seen, shape=[-1]), "seen_last")

    def inference(place, parts, n):
        values = [10 * place + p + 3 for p in range(parts)]
        return {"inputs": {"X": i32(*values), "trip": trip(n)},
                "outputs": [i32(*[v * 2**n for v in values]), i32(*[values[-1] * 2**k for k in range(n)])]}
    plans = [[(3, 2), (1, 4), (2, 0)], [(1, 0), (4, 1)], [(2, 3), (2, 1), (2, 3)], [(1, 5), (5, 1)], [(4, 0), (1, 1), (4, 2)],
             [(2, 2), (3, 3), (4, 4)], [(5, 2), (1, 0), (5, 2)]]
    runs = [{"name": "_then_".join("%d_by_%d" % step for step in plan),
             "sequence": [inference(p, *step) for p, step in enumerate(plan)]} for plan in plans]
    corpus.add("nested/sequences", rules=["STATE-1", "BODY-2", "ZERO-1", "ZERO-2"], kind="combined",
               oracle="generator: gen/sequences.py", model=graph.text(), weights=graph.weights.data, runs=runs,
               title="An inner Loop keeps nothing from the previous outer iteration or the previous inference.",
               notes="The trip count tells how often each part is doubled. A run name gives parts by doublings.")


def add_cases(corpus):
    for add in (add_loop, add_iterator, add_while, add_growing, add_nested):
        add(corpus)
