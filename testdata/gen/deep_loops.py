"""Loops in loops in loops: counters, conditions and scan outputs of each level."""

import ir
from frames import count_of, counted, i32, i64, joined, repeated, trip, trips

ORACLE = "generator: gen/deep_loops.py"
FACTORS = (1000, 100, 10, 1)


def add_counters(corpus, depth):
    """The innermost body joins 1000 k0 + 100 k1 + 10 k2 + k3; each level adds its own k to a carried value."""
    graph = ir.Graph()
    counts = [graph.parameter("n%d" % d, "i64", []) for d in range(depth)]
    h0 = graph.parameter("H0", "i64", [1])

    def level(outer, d, trips, h, seen):
        loop, body = counted(outer, trips[0], "level")
        k = body.parameter("k", "i64", [1])
        inner_h = body.parameter("h", "i64", [1])
        rest = [body.parameter("n%d" % t, "i64", []) for t in range(d + 1, depth)]
        before = [body.parameter("k%d" % t, "i64", [1]) for t in range(d)]
        loop.current_iteration(k)
        loop.input(h, inner_h)
        for value, parameter in zip(trips[1:], rest):
            loop.input(value, parameter)
        for value, parameter in zip(seen, before):
            loop.input(value, parameter)
        if d + 1 < depth:
            moved, numbers = level(body, d + 1, rest, inner_h, before + [k])
            next_h = body.op("Subtract", k, moved)
        else:
            numbers = k
            for factor, value in zip(FACTORS[3 - d:], before):
                numbers = body.op("Add", numbers, body.op("Multiply", body.const("i64", [factor]), value))
            next_h = body.op("Add", inner_h, numbers)
        next_result = body.result(next_h, "next")
        numbers_result = body.result(numbers, "numbers")
        loop.back_edge(next_result, inner_h)
        return loop.output(next_result, shape=[1]), loop.output(numbers_result, shape=[-1], axis=0)

    last, numbers = level(graph, 0, counts, h0, [])
    graph.result(last, "last")
    graph.result(numbers, "numbers")

    def compute(d, n, h, before):
        seen = []
        for k in range(n[d]):
            if d + 1 < depth:
                h, more = compute(d + 1, n, h, before + [k])
                seen += more
                h = k - h
            else:
                number = k + sum(f * v for f, v in zip(FACTORS[3 - d:], before))
                seen.append(number)
                h += number
        return h, seen
    runs = []
    for n in ([2, 3, 2, 4], [3, 1, 4, 2], [1, 4, 3, 5], [4, 2, 5, 1]):
        h, seen = compute(0, n[:depth], 7, [])
        runs.append({"name": "_".join(map(str, n[:depth])), "inputs": {**{"n%d" % d: trip(n[d]) for d in range(depth)}, "H0": i64(7)},
                     "outputs": [i64(h), i64(*seen)]})
    corpus.add("nested/counters/%d_deep" % depth, rules=["ITER-1", "BODY-2", "BACK-2", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Loops %d deep use the current iterations of all levels in the innermost body." % depth,
               notes="The numbers are %s. A carried value adds each number; after an inner loop it becomes k - h." % " + ".join(
                   "%s k%d" % (f, d) for d, f in enumerate(FACTORS[4 - depth:])))


def add_inner_conditions(corpus):
    """The initial condition and the trip count of the inner Loop depend on the outer iteration."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i64", [-1]), graph.parameter("H0", "i64", [1])
    body = graph.body()
    part, h = body.parameter("part", "i64", [1]), body.parameter("h", "i64", [1])
    odd = body.op("Equal", body.op("FloorMod", part, body.const("i64", [2])), body.const("i64", [1]))
    inner_body = body.body()
    k, g, limit = inner_body.parameter("k", "i64", [1]), inner_body.parameter("g", "i64", [1]), inner_body.parameter("limit", "i64", [1])
    next_g = inner_body.result(inner_body.op("Add", inner_body.op("Add", g, g), k), "next_g")
    more = inner_body.result(inner_body.op("Less", g, limit), "more")
    inner = body.loop(inner_body, part, odd, "inner")
    inner.execution_condition(more)
    inner.current_iteration(k)
    inner.input(h, g)
    inner.input(body.const("i64", [100]), limit)
    inner.back_edge(next_g, g)
    last = inner.output(next_g, shape=[1])
    all_g = inner.output(next_g, shape=[-1], axis=0)
    next_h = body.result(body.op("Add", last, body.const("i64", [1])), "next_h")
    count = body.result(body.op("ReduceSum", all_g, body.const("i64", [0]), keep_dims="true", shape=[1]), "sum")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0, start=0, end=-1, stride=1, part_size=1)
    loop.input(h0, h)
    loop.back_edge(next_h, h)
    graph.result(loop.output(next_h, shape=[-1], axis=0, start=0, end=-1, stride=1, part_size=1), "all")
    graph.result(loop.output(count, shape=[-1], axis=0, start=0, end=-1, stride=1, part_size=1), "sums")
    runs = []
    for xs in ([3], [2], [1, 2, 3], [4, 1, 6, 5], [9, 8, 1, 0, 3], [2, 7, 4, 1]):
        h, seen, sums = 2, [], []
        for n in xs:
            g, values, k = h, [], 0
            go = n % 2 == 1
            while go and k < n:
                go, g = g < 100, 2 * g + k
                values.append(g)
                k += 1
            h = g + 1
            seen.append(h)
            sums.append(sum(values))
        runs.append({"name": "trips_" + "_".join(map(str, xs)), "inputs": {"X": i64(*xs), "H0": i64(2)}, "outputs": [i64(*seen), i64(*sums)]})
    corpus.add("nested/inner_conditions", rules=["COND-1", "COND-2", "TRIP-1", "TRIP-3", "ZERO-1", "ZERO-2", "BODY-2"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="A TensorIterator gives its inner Loop a trip count and an initial condition in each iteration.",
               notes="The inner Loop runs if the part is odd, at most that often, and while g < 100. g' = 2 g + k, and h' = g + 1.")


def add_scan_that_is_carried(corpus, form):
    """The inner TensorIterator cuts h, and its joined running sums are the next h."""
    graph = ir.Graph()
    h0 = graph.parameter("H0", "i32", [-1])
    loop, body, _ = repeated(form, graph, count_of(form, graph))
    h = body.parameter("h", "i32", [-1])
    inner_body = body.body()
    part, s = inner_body.parameter("part", "i32", [1]), inner_body.parameter("s", "i32", [1])
    total = inner_body.op("Add", s, part)
    next_s = inner_body.result(inner_body.op("Subtract", total, inner_body.const("i32", [1])), "next_s")
    twin = inner_body.result(inner_body.op("Subtract", part, s), "difference")
    inner = body.tensor_iterator(inner_body)
    inner.input(h, part, axis=0, start=0, end=-1, stride=1, part_size=1)
    inner.input(body.const("i32", [0]), s)
    inner.back_edge(next_s, s)
    sums = inner.output(next_s, shape=[-1], axis=0, start=0, end=-1, stride=1, part_size=1)
    backward = inner.output(twin, shape=[-1], axis=0, start=-1, end=0, stride=-1, part_size=1)
    next_h = body.result(sums, "next_h")
    other = body.result(body.op("ReduceSum", body.op("Multiply", backward, h, shape=[-1]), body.const("i64", [0]), keep_dims="true", shape=[1]), "other")
    before = body.result(h, "before")
    loop.input(h0, h)
    loop.back_edge(next_h, h)
    graph.result(loop.output(next_h, shape=[-1]), "last")
    graph.result(loop.output(before, shape=[-1]), "before")
    graph.result(loop.output(other, shape=[-1], **joined(form)), "others")
    runs = []
    for n in (1, 2, 3, 5):
        h, others = [4, -1, 3, 7, 2], []
        for _ in range(n):
            s, seen, differences = 0, [], []
            for v in h:
                differences.append(v - s)
                s = s + v - 1
                seen.append(s)
            others.append(sum(p * q for p, q in zip(differences[::-1], h)))
            last, h = h, seen
        runs.append({"name": "iterations_%d" % n, "inputs": {"H0": i32(4, -1, 3, 7, 2), "trip": trips(form, n)},
                     "outputs": [i32(*h), i32(*last), i32(*others)]})
    corpus.add("nested/scan_that_is_carried/%s" % form, rules=["BODY-2", "BACK-2", "OUT-2", "OUT-5"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="The scan output of an inner TensorIterator is the next value that the inner TensorIterator cuts.",
               notes="h' is the running sum of h less 1 for each element. The other output is the sum of h times the differences in reverse.")


def add_cases(corpus):
    for depth in (2, 3, 4):
        add_counters(corpus, depth)
    add_inner_conditions(corpus)
    for form in ("loop", "tensor_iterator"):
        add_scan_that_is_carried(corpus, form)
