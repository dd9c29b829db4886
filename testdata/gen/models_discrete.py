"""Loops over integers and exactly representable values. Oracles: the plain algorithm, on Python integers."""


import ir
from case import Tensor
from frames import TYPES, begin, counted, i32, i64, product, scan, slices, trip

ORACLE = "generator: gen/models_discrete.py"


def add_prefix_sums(corpus):
    for form in ("tensor_iterator", "loop"):
        graph = ir.Graph()
        x, start = graph.parameter("X", "i64", [3, 4]), graph.parameter("start", "i64", [3, 1])
        loop, body = begin(form, graph, 4)
        xi, s = body.parameter("xi", "i64", [3, 1]), body.parameter("s", "i64", [3, 1])
        sum_, before = body.result(body.op("Add", s, xi), "sum"), body.result(s, "before")
        loop.input(x, xi, **slices(1, True, 1))
        loop.input(start, s)
        loop.back_edge(sum_, s)
        graph.result(loop.output(sum_, shape=[3, 4], **slices(1, True, 1)), "inclusive")
        graph.result(loop.output(before, shape=[3, 4], **slices(1, True, 1)), "exclusive")
        rows, first = [[3, 1, 4, 1], [5, 9, 2, 6], [-5, -3, 0, 8]], [100, 200, 300]
        inclusive, exclusive = [], []
        for row, total in zip(rows, first):
            for value in row:
                exclusive.append(total)
                total += value
                inclusive.append(total)
        corpus.add("models/prefix_sums/" + form, rules=["BACK-2", "OUT-2", "OUT-5"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data,
                   title="Running sums along the columns, with and without the last term, as a %s." % TYPES[form],
                   notes="The three lines start from 100, 200 and 300.",
                   runs=[{"name": "three_lines", "inputs": {"X": Tensor("i64", [3, 4], sum(rows, [])), "start": Tensor("i64", [3, 1], first)},
                          "outputs": [Tensor("i64", [3, 4], inclusive), Tensor("i64", [3, 4], exclusive)]}])


def add_collatz(corpus):
    graph = ir.Graph()
    n0 = graph.parameter("n", "i64", [1])
    go = graph.op("Greater", n0, graph.const("i64", 1))
    body = graph.body()
    n, k = body.parameter("n", "i64", [1]), body.parameter("k", "i64", [1])
    half = body.op("Divide", n, body.const("i64", 2), m_pythondiv="true", shape=[1])
    odd = body.op("Equal", body.op("FloorMod", n, body.const("i64", 2), shape=[1]), body.const("i64", 1), shape=[1])
    threefold = body.op("Add", body.op("Multiply", n, body.const("i64", 3), shape=[1]), body.const("i64", 1), shape=[1])
    next_value = body.op("Select", odd, threefold, half, type="i64", shape=[1], auto_broadcast="numpy")
    next_ = body.result(next_value, "next")
    more = body.result(body.op("Greater", next_value, body.const("i64", 1), shape=[1]), "more")
    number = body.result(k, "number")
    loop = graph.loop(body, graph.const("i64", -1), go)
    loop.input(n0, n)
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.back_edge(next_, n)
    graph.result(loop.output(next_, shape=[-1], **scan()), "path")
    graph.result(loop.output(number, shape=[-1], **scan()), "numbers")
    graph.result(loop.output(next_, shape=[1]), "last")
    runs = []
    for start in (1, 2, 3, 6, 7, 27, 97):
        path, value = [], start
        while value > 1:
            value = 3 * value + 1 if value % 2 else value // 2
            path.append(value)
        runs.append({"name": "from_%d" % start, "inputs": {"n": i64(start)},
                     "outputs": [i64(*path), i64(*range(len(path))), i64(value)]})
    corpus.add("models/collatz", rules=["TRIP-2", "COND-1", "COND-2", "ITER-1", "ZERO-1", "ZERO-2"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs, title="The 3n + 1 sequence down to 1, of unknown length.",
               notes="27 takes 111 steps. 1 takes none, because the initial condition is computed too.")


def add_gcd(corpus):
    graph = ir.Graph()
    a0, b0 = graph.parameter("A", "i32", []), graph.parameter("B", "i32", [])
    go = graph.op("NotEqual", b0, graph.const("i32", 0))
    body = graph.body()
    a, b = body.parameter("a", "i32", []), body.parameter("b", "i32", [])
    rest = body.op("Mod", a, b)
    ra, rb = body.result(b, "a1"), body.result(rest, "b1")
    more = body.result(body.op("NotEqual", rest, body.const("i32", 0)), "more")
    loop = graph.loop(body, graph.const("i64", -1), go)
    loop.input(a0, a)
    loop.input(b0, b)
    loop.execution_condition(more)
    loop.back_edge(ra, a)
    loop.back_edge(rb, b)
    graph.result(loop.output(ra, shape=[]), "divisor")
    graph.result(loop.output(rb, shape=[-1], **scan()), "rests")
    runs = []
    for x, y in ((1071, 462), (462, 1071), (13, 8), (48, 36), (7, 7), (9, 1)):
        p, q, rests = x, y, []
        while q:
            p, q = q, p % q
            rests.append(q)
        runs.append({"name": "%d_and_%d" % (x, y), "inputs": {"A": trip(x, "i32"), "B": trip(y, "i32")},
                     "outputs": [trip(p, "i32"), i32(*rests)]})
    # Without an iteration the divisor is the initial value of the Parameter that its Result feeds, A.
    runs.append({"name": "with_zero", "inputs": {"A": trip(5, "i32"), "B": trip(0, "i32")}, "outputs": [trip(5, "i32"), i32()]})
    corpus.add("models/greatest_common_divisor", rules=["BACK-2", "COND-1", "COND-2", "OUT-6", "ZERO-1"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Euclid's algorithm: one back edge is a wire, the other carries a remainder.",
               notes="(a, b) -> (b, a mod b) until b is 0.")


def add_random_numbers(corpus):
    graph = ir.Graph()
    count, seed = graph.parameter("trip", "i64", []), graph.parameter("seed", "u32", [1])
    loop, body = counted(graph, count)
    s = body.parameter("s", "u32", [1])
    next_ = body.result(body.op("Add", body.op("Multiply", s, body.const("u32", [1664525])), body.const("u32", [1013904223])), "next")
    loop.input(seed, s)
    loop.back_edge(next_, s)
    graph.result(loop.output(next_, shape=[-1], **scan()), "numbers")
    runs = []
    for start, n in ((0, 5), (1, 8), (2**32 - 1, 3)):
        value, seen = start, []
        for _ in range(n):
            value = (1664525 * value + 1013904223) % 2**32
            seen.append(value)
        runs.append({"name": "seed_%d" % start, "tier": "survey", "inputs": {"trip": trip(n), "seed": Tensor("u32", [1], [start])},
                     "outputs": [Tensor("u32", [n], seen)]})
    corpus.add("models/random_numbers", rules=["BACK-2", "NUM-2", "TYPE-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="A linear congruential generator of 32 bits wraps in every iteration.",
               notes="s' = 1664525 s + 1013904223 modulo 2^32.")


def add_matrix_power(corpus):
    for form in ("tensor_iterator", "loop"):
        graph = ir.Graph()
        a, p0 = graph.parameter("A", "f32", [3, 3]), graph.parameter("P0", "f32", [3, 3])
        if form == "loop":
            loop, body = counted(graph, graph.parameter("trip", "i64", []))
        else:
            ticks = graph.parameter("ticks", "i32", [-1])
            loop, body = begin(form, graph, None)
            loop.input(ticks, body.parameter("tick", "i32", [1]), **slices())
        ai, p = body.parameter("a", "f32", [3, 3]), body.parameter("p", "f32", [3, 3])
        next_ = body.result(product(body, p, ai, [3, 3]), "next")
        loop.input(a, ai)
        loop.input(p0, p)
        loop.back_edge(next_, p)
        graph.result(loop.output(next_, shape=[3, 3]), "power")
        m, one = [[1, 2, 0], [0, 1, 3], [1, 0, -1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        runs = []
        for n in (1, 2, 5, 9):
            power = one
            for _ in range(n):
                power = [[sum(power[i][k] * m[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
            drive = {"trip": trip(n)} if form == "loop" else {"ticks": i32(*range(n))}
            runs.append({"name": "n_%d" % n, "inputs": {**drive, "A": Tensor("f32", [3, 3], sum(m, [])),
                                                        "P0": Tensor("f32", [3, 3], sum(one, []))},
                         "outputs": [Tensor("f32", [3, 3], sum(power, []))]})
        corpus.add("models/matrix_power/" + form, rules=["BACK-2", "BACK-3", "OUT-1", "NUM-3"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, runs=runs,
                   title="Powers of a small matrix of integers, in f32, as a %s." % TYPES[form],
                   notes="Every entry stays below 2^24: exact in any order of summation.")


def add_histogram(corpus):
    graph = ir.Graph()
    x, bins = graph.parameter("X", "i64", [-1]), graph.parameter("bins", "i32", [5])
    body = graph.body()
    at, counts = body.parameter("at", "i64", [1]), body.parameter("counts", "i32", [5])
    old = body.op("Gather", counts, at, body.const("i64", 0), version="opset8", type="i32", shape=[1], batch_dims=0)
    new = body.op("ScatterUpdate", counts, at, body.op("Add", old, body.const("i32", [1])), body.const("i64", 0), version="opset3", shape=[5])
    result = body.result(new, "counts")
    loop = graph.tensor_iterator(body)
    loop.input(x, at, **slices())
    loop.input(bins, counts)
    loop.back_edge(result, counts)
    graph.result(loop.output(result, shape=[5]), "counts")
    runs = []
    for name, values in (("seven", [3, 1, 4, 1, 0, 4, 1]), ("one", [2])):
        counts_ = [10, 20, 30, 40, 50]
        for v in values:
            counts_[v] += 1
        runs.append({"name": name, "inputs": {"X": i64(*values), "bins": i32(10, 20, 30, 40, 50)}, "outputs": [i32(*counts_)]})
    corpus.add("models/histogram", rules=["BACK-2", "OUT-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="A histogram: each iteration replaces one element of a carried value.",
               notes="Counts start at 10, 20, 30, 40, 50.")


def add_growing_sequence(corpus):
    graph = ir.Graph()
    count, start = graph.parameter("trip", "i64", []), graph.parameter("start", "i64", [1])
    loop, body = counted(graph, count)
    row = body.parameter("row", "i64", [-1])
    zero = body.const("i64", [0])
    wider = body.op("Add", body.op("Concat", row, zero, axis=0, shape=[-1]), body.op("Concat", zero, row, axis=0, shape=[-1]))
    next_ = body.result(wider, "next")
    loop.input(start, row)
    loop.back_edge(next_, row)
    graph.result(loop.output(next_, shape=[-1]), "row")
    runs = []
    for n in (0, 1, 4, 10, 20):
        line = [1]
        for _ in range(n):
            line = [p + q for p, q in zip(line + [0], [0] + line)]
        runs.append({"name": "n_%d" % n, "inputs": {"trip": trip(n), "start": i64(1)}, "outputs": [i64(*line)]})
    corpus.add("models/pascals_triangle", rules=["BACK-4", "ZERO-1", "OUT-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Pascal's triangle: the carried line is one element longer after every iteration.",
               notes="Line n + 1 is line n shifted plus line n.")


def add_cases(corpus):
    for add in (add_prefix_sums, add_collatz, add_gcd, add_random_numbers, add_matrix_power, add_histogram, add_growing_sequence):
        add(corpus)
