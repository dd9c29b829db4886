"""Back edges by hand."""

import case
import ir
from case import Tensor
from frames import counted, i32, i64, scan, trip, typed


def add_delay_line(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [5])
    taps0 = [graph.parameter("T%d" % t, "i32", [1]) for t in (1, 2, 3)]
    body = graph.body()
    part = body.parameter("part", "i32", [1])
    taps = [body.parameter("t%d" % t, "i32", [1]) for t in (1, 2, 3)]
    results = [body.result(v, n) for v, n in zip([part] + taps, ("r0", "r1", "r2", "r3"))]
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}")
    for outer, inner in zip(taps0, taps):
        loop.input(outer, inner)
    loop.back_edges = [("{{%s_from}}" % w, "{{%s_to}}" % w) for w in ("first", "second", "third")]
    for result in results:
        graph.result(loop.output(result, shape=[5], **scan()), "all_" + result.name)
    graph.result(loop.output(results[2], shape=[1]), "last_r2")
    ids = [(results[j].id, taps[j].layer.id) for j in range(3)]
    runs = []
    for bounds, name, x_seen in (([0, -1, 1], "forward", [1, 2, 3, 4, 5]), ([-1, 0, -1], "backward", [5, 4, 3, 2, 1])):
        for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1), (0, 2, 1), (1, 2, 0)):
            a, b, c, d, _ = x_seen
            runs.append({"name": "%s__written_%d%d%d" % ((name,) + order),
                         "at": bounds + [i for j in order for i in ids[j]],
                         "outputs": [i32(*x_seen), i32(-10, a, b, c, d), i32(-20, -10, a, b, c), i32(-30, -20, -10, a, b),
                                     i32(c)]})
    corpus.add("tensor_iterator/back_edges/three_tap_delay_line", rules=["BACK-1", "BACK-2", "BACK-3"], oracle="by-hand",
               kind="combined", model=graph.text(), runs=runs,
               title="A delay line of three taps, made only of wires, delays each part by one iteration per tap.",
               columns=["start", "end", "stride", "first_from", "first_to", "second_from", "second_to", "third_from",
                           "third_to"],
               notes="X = 1, 2, 3, 4, 5. Tap 1 shows -10, 1, 2, 3, 4; tap 2 -20, -10, 1, 2, 3; tap 3 -30, -20, -10, 1, 2. "
                     "The order in which the edges are written has no effect.",
               inputs={"X": i32(1, 2, 3, 4, 5), "T1": i32(-10), "T2": i32(-20), "T3": i32(-30)})


def add_swaps(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    a0, b0 = graph.parameter("A", "{{type}}", [2]), graph.parameter("B", "{{type}}", [2])
    loop, body = counted(graph, count)
    a, b = body.parameter("a", "{{type}}", [2]), body.parameter("b", "{{type}}", [2])
    ra, rb = body.result(a, "ra"), body.result(b, "rb")
    loop.input(a0, a)
    loop.input(b0, b)
    loop.back_edge(ra, b)
    loop.back_edge(rb, a)
    graph.result(loop.output(ra, shape=[2]), "a")
    graph.result(loop.output(rb, shape=[2]), "b")
    runs = []
    for type_, x, y in (("f32", [1.5, -2.25], [3, 0.5]), ("i64", [2**53 + 1, -3], [-2**63, 7]), ("u8", [255, 1], [0, 2]),
                        ("boolean", [True, False], [False, False]), ("bf16", [1.5, -2.25], [3, 0.5])):
        # The Results of iteration n are its Parameters, in this order: (x, y) in 1 and 3, (y, x) in 2 and 4.
        # With no iteration ra is what it feeds, b; rb what it feeds, a.
        for n, first, second in ((0, y, x), (1, x, y), (2, y, x), (3, x, y), (4, y, x)):
            runs.append({"name": "%s_%d" % (type_, n), "at": typed(type_), "inputs": {
                "trip": trip(n), "A": Tensor(type_, [2], x), "B": Tensor(type_, [2], y)},
                "outputs": [Tensor(type_, [2], first), Tensor(type_, [2], second)]})
    corpus.add("loop/back_edges/swap", rules=["BACK-2", "OUT-1", "ZERO-1"], oracle="by-hand", kind="boundary",
               model=graph.text(), weights=graph.weights.data, columns=["type", "precision"], runs=runs,
               title="A swap through two back edges, for several numbers of iterations and every type.",
               notes="Iteration 0 reads (A, B), iteration 1 (B, A), iteration 2 (A, B). So the Results are (A, B) after an odd "
                     "count and (B, A) after an even one. Without an iteration each Result is the initial value of what it feeds.")

    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    a0, b0 = graph.parameter("A", "i64", []), graph.parameter("B", "i64", [])
    loop, body = counted(graph, count)
    a, b = body.parameter("a", "i64", []), body.parameter("b", "i64", [])
    rb = body.result(b, "rb")
    rs = body.result(body.op("Add", a, b), "sum")
    loop.input(a0, a)
    loop.input(b0, b)
    loop.back_edge(rs, b)
    loop.back_edge(rb, a)
    graph.result(loop.output(rs, shape=[]), "last")
    graph.result(loop.output(rb, shape=[-1], **scan()), "all")
    corpus.add("loop/back_edges/fibonacci", rules=["BACK-2", "OUT-6", "ZERO-1"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data,
               title="Fibonacci numbers: one back edge copies, the other adds, and both read the old pair.",
               notes="(a, b) -> (b, a + b) from (0, 1): sums 1, 2, 3, 5, 8, 13, 21, 34, 55, 89; b before: 1, 1, 2, 3, 5 ...",
               inputs={"A": trip(0), "B": trip(1)},
               runs=[{"name": "n_%d" % n, "inputs": {"trip": trip(n)}, "outputs": [trip(last), i64(*seen)]}
                     for n, last, seen in ((0, 1, []), (1, 1, [1]), (2, 2, [1, 1]), (5, 8, [1, 1, 2, 3, 5]),
                                           (10, 89, [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]))])


def add_fans(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [3])
    starts = [graph.parameter(n, "i32", [1]) for n in ("A", "B", "C")]
    body = graph.body()
    part = body.parameter("part", "i32", [1])
    a, b, c = [body.parameter(n, "i32", [1]) for n in "abc"]
    sum_ = body.op("Add", body.op("Add", body.op("Multiply", a, body.const("i32", [100])),
                                  body.op("Multiply", b, body.const("i32", [10]))), body.op("Subtract", c, part))
    result = body.result(sum_, "mixed")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    for outer, inner in zip(starts, (a, b, c)):
        loop.input(outer, inner)
        loop.back_edge(result, inner)
    graph.result(loop.output(result, shape=[3], **scan()), "all")
    graph.result(loop.output(result, shape=[1]), "last")
    corpus.add("tensor_iterator/back_edges/one_result_feeds_three", rules=["BACK-1", "BACK-3", "OUT-5"], oracle="by-hand",
               kind="combined", model=graph.text(), weights=graph.weights.data,
               title="One Result feeds three Parameters, which differ only in iteration 0.",
               notes="s = 100 a + 10 b + c - x. 100*1 + 10*2 + 3 - 4 = 119; 111*119 - 50 = 13159; 111*13159 - 600 = 1460049.",
               runs=[{"name": "three_parts", "inputs": {"X": i32(4, 50, 600), "A": i32(1), "B": i32(2), "C": i32(3)},
                      "outputs": [i32(119, 13159, 1460049), i32(1460049)]}])

    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2, 4])
    y = graph.parameter("Y", "i32", "{{y_shape}}")
    body = graph.body()
    h = body.parameter("h", "i32", [2, 1])
    yi = body.parameter("yi", "i32", [1])
    sum_ = body.result(body.op("Add", h, yi, shape=[2, 1]), "sum")
    before = body.result(h, "before")
    loop = graph.tensor_iterator(body)
    loop.input(x, h, axis=1, start="{{start}}", end="{{end}}", stride="{{stride}}")
    loop.input(y, yi, axis=0)
    loop.back_edge(sum_, h)
    graph.result(loop.output(before, shape=[2, 4], axis=1), "before_all")
    graph.result(loop.output(sum_, shape=[2, 1]), "last")
    corpus.add("tensor_iterator/back_edges/sliced_and_fed", rules=["BACK-3", "SLICE-7"], oracle="by-hand", kind="boundary",
               model=graph.text(), columns=["y_shape", "start", "end", "stride"],
               title="A sliced input with a back edge gives only its part 0, but all its parts are counted.",
               notes="X = ((1, 2, 3, 4), (5, 6, 7, 8)). Forward: h = (1; 5), then h + y: +10, +20, +30, +40. Backward starts "
                     "from the last column: (4; 8). Three parts of Y do not match four parts of X: rejected.",
               inputs={"X": Tensor("i32", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8])},
               runs=[{"name": "forward", "at": ["4", 0, -1, 1], "inputs": {"Y": i32(10, 20, 30, 40)}, "outputs": [
                         Tensor("i32", [2, 4], [1, 11, 31, 61, 5, 15, 35, 65]), Tensor("i32", [2, 1], [101, 105])]},
                     {"name": "backward", "at": ["4", -1, 0, -1], "inputs": {"Y": i32(10, 20, 30, 40)}, "outputs": [
                         Tensor("i32", [2, 4], [4, 14, 34, 64, 8, 18, 38, 68]), Tensor("i32", [2, 1], [104, 108])]},
                     {"name": "counts_differ", "at": ["3", 0, -1, 1], "tier": "survey",
                      "inputs": {"Y": i32(10, 20, 30)}, **case.rejected("load", "SLICE-7")}])

    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    names = ("kept", "from_const", "from_invariant", "unread")
    starts = [graph.parameter(n, "i32", [2]) for n in names]
    c = graph.parameter("c", "i32", [2])
    loop, body = counted(graph, count)
    inner = [body.parameter(n, "i32", [2]) for n in names]
    ci = body.parameter("c", "i32", [2])
    constant = body.const("i32", [70, 71])
    sources = [body.result(v, n) for v, n in zip((inner[0], constant, ci, inner[2]), ("r_kept", "r_const", "r_c", "r_from"))]
    seen = [body.result(v, "seen_" + n) for v, n in zip(inner[:3], names)]
    for outer, value, source in zip(starts, inner, sources):
        loop.input(outer, value)
        loop.back_edge(source, value)
    loop.input(c, ci)
    for result in seen:
        graph.result(loop.output(result, shape=[-1], **scan(2)), result.name)
    rows = {0: ([], [], []), 1: ([1, 2], [3, 4], [5, 6]), 3: ([1, 2] * 3, [3, 4, 70, 71, 70, 71], [5, 6, 9, 8, 9, 8])}
    corpus.add("loop/back_edges/sources_that_never_change", rules=["BACK-1", "BACK-3"], oracle="by-hand", kind="boundary",
               model=graph.text(), weights=graph.weights.data,
               title="Back edges from the Parameter itself, from a constant and from an invariant input.",
               notes="kept stays (1, 2); the second is (3, 4), then the constant (70, 71); the third (5, 6), then c = (9, 8).",
               inputs={"kept": i32(1, 2), "from_const": i32(3, 4), "from_invariant": i32(5, 6), "unread": i32(7, 8),
                       "c": i32(9, 8)},
               runs=[{"name": "iterations_%d" % n, "inputs": {"trip": trip(n)}, "outputs": [i32(*v) for v in values]}
                     for n, values in rows.items()])


def add_growing(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [-1])
    h0 = graph.parameter("H0", "i32", [-1])
    body = graph.body()
    part = body.parameter("part", "i32", [1])
    h = body.parameter("h", "i32", "{{shape}}")
    grown = body.result(body.op("Concat", h, part, axis=0, shape=[-1]), "grown")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    loop.input(h0, h)
    loop.back_edge(grown, h)
    graph.result(loop.output(grown, shape=[-1]), "last")
    runs = []
    for name, shape, start, parts, ok in (
            ("from_nothing", "?", [], [5, 6, 7], True), ("from_two", "?", [1, 2], [5, 6, 7], True),
            ("one_part", "?", [1, 2], [5], True), ("minus_one_spelled", "-1", [9], [5, 6], True),
            ("range_reached", "1..3", [9], [5, 6, 7], True), ("open_range", "1..", [9], [5, 6, 7, 8], True),
            ("upper_range", "..2", [9], [5, 6], True), ("range_exceeded", "1..3", [9], [5, 6, 7, 8], False),
            ("range_not_reached", "2..", [9], [5, 6], False)):
        result = {"outputs": [i32(*(start + parts))]} if ok else case.rejected("run", "BODY-4")
        runs.append({"name": name, "at": [shape], "inputs": {"X": i32(*parts), "H0": i32(*start)}, **result})
    corpus.add("tensor_iterator/back_edges/growing", rules=["BACK-4", "BODY-4"], oracle="by-hand", kind="boundary",
               model=graph.text(), columns=["shape"], runs=runs,
               title="A merged value grows by one element in each iteration, as far as its Parameter's declared shape allows.",
               notes="h' = Concat(h, part). It starts as (9). With the parts 5, 6, 7 the body reads lengths 1, 2, 3 and the result "
                     "has length 4. With a fourth part the body would read length 4, which 1..3 does not allow.")


def add_types(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "{{type}}", [-1])
    h0 = graph.parameter("H0", "{{type}}", [1])
    body = graph.body()
    part, h = body.parameter("part", "{{type}}", [1]), body.parameter("h", "{{type}}", [1])
    sum_ = body.result(body.op("Add", h, part), "sum")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0)
    loop.input(h0, h)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[-1], **scan()), "all")
    runs = []
    for type_, start, parts, sums in (
            ("i8", 0, [100, 100, 100], [100, -56, 44]), ("u8", 200, [55, 1, 250], [255, 0, 250]),
            ("i16", 32000, [767, 1, -1], [32767, -32768, 32767]), ("u16", 65535, [1, 65535, 2], [0, 65535, 1]),
            ("i32", 2**31 - 2, [1, 1, 1], [2**31 - 1, -2**31, -2**31 + 1]), ("u32", 2**32 - 1, [1, 7, 2**32 - 8], [0, 7, 2**32 - 1]),
            ("i64", 2**63 - 2, [1, 1, -1], [2**63 - 1, -2**63, 2**63 - 1]), ("u64", 2**64 - 1, [2, 5, 2**64 - 7], [1, 6, 2**64 - 1]),
            ("f16", 2048, [1, 1, 2], [2048, 2048, 2050]), ("bf16", 256, [1, 1, 2], [256, 256, 258]),
            ("f32", 2**24, [1, 1, 2], [2**24, 2**24, 2**24 + 2]), ("f64", 2**53, [1, 1, 2], [2**53, 2**53, 2**53 + 2]),
            ("f16", 65504, [15, 16, -1], [65504, "0x7c00", "0x7c00"]), ("bf16", 1, [2**-8, 2**-8, 2**-7], [1, 1, 1 + 2**-7])):
        name = type_ if not any(r["name"] == type_ for r in runs) else type_ + "_second"
        runs.append({"name": name, "at": typed(type_), "tier": "survey",
                     "inputs": {"X": Tensor(type_, [3], parts), "H0": Tensor(type_, [1], [start])},
                     "outputs": [Tensor(type_, [3], sums)]})
    corpus.add("tensor_iterator/back_edges/rounded_every_time", rules=["TYPE-1", "NUM-1", "NUM-2"], oracle="by-hand",
               kind="boundary", model=graph.text(), columns=["type", "precision"], runs=runs,
               title="A merged value is rounded or wrapped to its own type in every iteration.",
               notes="i8: 100 + 100 = 200 -> -56, + 100 = 44. f16: 2048 + 1 = 2049 lies between 2048 and 2050 and rounds to the "
                     "even 2048, twice. In a wider type it would reach 2050 before the last addition. 65504 + 16 is half a unit "
                     "above the largest f16 and overflows; 65504 + 15 does not.")


def add_cases(corpus):
    for add in (add_delay_line, add_swaps, add_fans, add_growing, add_types):
        add(corpus)
