"""Reference pairs: two models that must agree for all values. The key `twin` of the second names the first.

The stored values come from the plain recurrence; a runner can also compare the answers of both with each other.
"""

import ir
from case import Tensor
from frames import TYPES, begin, counted, i32, i64, scan, slices, trip


def pair(corpus, name, relation, rules, forms, runs, notes, family="relations"):
    """forms: twice (word, its name in the title, graph); runs: (name, inputs of both or of each, outputs)."""
    first = "plumbing/relations/%s/%s" % (name, forms[0][0])
    for side, (word, title, graph) in enumerate(forms):
        path = "plumbing/relations/%s/%s" % (name, word)
        corpus.add(path, title="%s (the %s)." % (relation, title), rules=rules, kind="combined",
                   oracle="generator: gen/%s.py" % family, model=graph.text(), weights=graph.weights.data, notes=notes,
                   dialect="tensor-iterator-1" if word == "unrolled" else None,
                   twin={"case": first, "relation": relation + "."} if side else None,
                   runs=[{"name": run, "inputs": inputs[side] if isinstance(inputs, tuple) else inputs, "outputs": outputs}
                         for run, inputs, outputs in runs])


def part_values(seed, n):
    return [(seed * 37 + 11 * k * k + 5 * k) % 101 - 50 for k in range(n)]


def recurrence(start, values):
    """h' = 3 h - x."""
    out = []
    for value in values:
        start = 3 * start - value
        out.append(start)
    return out


def step(body, h, x):
    return body.op("Subtract", body.op("Multiply", h, body.const("i64", [3])), x)


def recurrent(form, dynamic=True, dead=False, carried=True):
    """last and all of h' = 3 h - x; a Loop of this form has a Parameter `trip`."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "i64", [-1 if dynamic else 4]), graph.parameter("H0", "i64", [1])
    if form == "loop":
        loop, body = counted(graph, graph.parameter("trip", "i64", []))
    else:
        loop, body = begin(form, graph, None)
    xi, h = body.parameter("x", "i64", [1]), body.parameter("h", "i64", [1])
    if dead:
        spare = body.result(body.op("Multiply", xi, h), "spare")
        body.op("Add", xi, xi, name="nowhere")
    next_ = body.result(step(body, h, xi), "next")
    loop.input(x, xi, **slices())
    loop.input(h0, h)
    loop.back_edge(next_, h)
    if dead:
        loop.output(spare, shape=[-1], **scan())
        loop.output(spare, shape=[1])
    graph.result(loop.output(next_, shape=[1]), "last")
    graph.result(loop.output(next_, shape=[-1], **scan()), "all")
    return graph


def simple_runs(lengths, shape_inputs):
    runs = []
    for seed, n in enumerate(lengths):
        values, start = part_values(seed, n), seed - 2
        seen = recurrence(start, values)
        runs.append(("seed_%d_of_%d" % (seed, n), shape_inputs(values, start, n), [i64(*(seen[-1:] or [start])), i64(*seen)]))
    return runs


def add_unrolled(corpus):
    graph = ir.Graph()
    x, h = graph.parameter("X", "i64", [4]), graph.parameter("H0", "i64", [1])
    parts = graph.op("Split", x, graph.const("i64", 0), outputs=[("i64", [1])] * 4, num_splits=4)
    seen = []
    for part in parts:
        h = step(graph, h, part)
        seen.append(h)
    graph.result(h, "last")
    graph.result(graph.op("Concat", *seen, axis=0, shape=[4]), "all")
    pair(corpus, "unrolled", "A TensorIterator is equal to its body written out four times",
         ["BACK-2", "OUT-1", "OUT-2"], [("looped", "TensorIterator", recurrent("tensor_iterator", False)), ("unrolled", "written-out body", graph)],
         simple_runs([4] * 6, lambda values, start, n: {"X": i64(*values), "H0": i64(start)}), "h' = 3 h - x.")


def add_forms(corpus):
    runs = simple_runs([1, 2, 3, 4, 5, 7, 10], lambda values, start, n: (
        {"X": i64(*values), "H0": i64(start)}, {"X": i64(*values), "H0": i64(start), "trip": trip(n)}))
    pair(corpus, "forms", "A TensorIterator is equal to a Loop whose trip count is the number of parts", ["SLICE-7", "TRIP-2", "OUT-2"],
         [("tensor_iterator", "TensorIterator", recurrent("tensor_iterator")), ("loop", "Loop", recurrent("loop"))], runs, "h' = 3 h - x.")


def add_dead_outputs(corpus):
    for form in ("tensor_iterator", "loop"):
        def inputs(values, start, n):
            given = {"X": i64(*values), "H0": i64(start)}
            return {**given, "trip": trip(n)} if form == "loop" else given
        pair(corpus, "dead_outputs_of_a_" + form, "Unused outputs of a %s do not change the others" % TYPES[form], ["PORT-2", "BODY-1"],
             [(word, "%s %s unused outputs" % (TYPES[form], word), recurrent(form, dead=word == "with")) for word in ("without", "with")],
             simple_runs([1, 3, 4, 6], inputs), "h' = 3 h - x.")


def add_split_run(corpus):
    """N iterations, and k then N - k with the value carried over."""
    def build(loops):
        graph = ir.Graph()
        h, first, second = graph.parameter("H0", "i64", [2]), graph.parameter("first", "i64", []), graph.parameter("second", "i64", [])
        trips = [graph.op("Add", first, second)] if loops == 1 else [first, second]
        scans = []
        for count in trips:
            loop, body = counted(graph, count)
            hi = body.parameter("h", "i64", [2])
            next_ = body.result(body.op("Subtract", body.op("Multiply", hi, body.const("i64", [3, -2])), body.const("i64", [1, 4])), "next")
            loop.input(h, hi)
            loop.back_edge(next_, hi)
            h = loop.output(next_, shape=[2])
            scans.append(loop.output(next_, shape=[-1], **scan(2)))
        graph.result(h, "last")
        graph.result(scans[0] if loops == 1 else graph.op("Concat", *scans, axis=0, shape=[-1]), "all")
        return graph
    runs = []
    for first, second in ((0, 5), (1, 4), (2, 3), (5, 0), (3, 3), (0, 0), (7, 2)):
        h, seen = [first + 1, second - 9], []
        inputs = {"H0": i64(*h), "first": trip(first), "second": trip(second)}
        for _ in range(first + second):
            h = [3 * h[0] - 1, -2 * h[1] - 4]
            seen += h
        runs.append(("%d_and_%d" % (first, second), inputs, [i64(*h), i64(*seen)]))
    pair(corpus, "split_run", "N iterations are equal to k iterations and N - k more that continue from them",
         ["BACK-2", "ZERO-1", "OUT-2", "TRIP-3"],
         [("at_once", "single Loop", build(1)), ("in_two", "two Loops", build(2))], runs, "(a, b) -> (3 a - 1, -2 b - 4).")


def add_reversed(corpus):
    """Without a carried value the order of iterations has no effect if both sides turn."""
    def build(forward):
        graph = ir.Graph()
        x = graph.parameter("X", "i32", [2, -1])
        body = graph.body()
        xi = body.parameter("x", "i32", [2, 2])
        y = body.result(body.op("Multiply", xi, body.const("i32", [3, -7], [2, 1]), shape=[2, 2]), "y")
        same = body.result(xi, "same")
        loop = graph.tensor_iterator(body)
        loop.input(x, xi, **slices(2, forward, 1))
        graph.result(loop.output(y, shape=[2, -1], **slices(2, forward, 1)), "products")
        graph.result(loop.output(same, shape=[2, -1], **slices(2, forward, 1)), "same")
        return graph
    runs = []
    for parts in (1, 2, 3, 4, 5, 8):
        rows = [[10 * p + 1 for p in range(2 * parts)], [10 * p + 5 for p in range(2 * parts)]]
        runs.append(("parts_%d" % parts, {"X": Tensor("i32", [2, 2 * parts], sum(rows, []))},
                     [Tensor("i32", [2, 2 * parts], [3 * v for v in rows[0]] + [-7 * v for v in rows[1]]),
                      Tensor("i32", [2, 2 * parts], sum(rows, []))]))
    pair(corpus, "reversed", "A backward input with a backward scan is equal to both forward, if nothing is carried",
         ["SLICE-3", "SLICE-5", "OUT-2"], [("forward", "forward loop", build(True)), ("backward", "backward loop", build(False))], runs, "Rows times 3 and -7.")


def add_counted_and_watched(corpus):
    """A trip count, and a condition that counts."""
    def build(watched):
        graph = ir.Graph()
        h0, limit = graph.parameter("H0", "i64", [1]), graph.parameter("limit", "i64", [])
        body = graph.body()
        h, k, end = body.parameter("h", "i64", [1]), body.parameter("k", "i64", []), body.parameter("end", "i64", [])
        grown = body.result(body.op("Subtract", body.op("Multiply", h, body.const("i64", [3])), k), "grown")
        go = body.op("Less", body.op("Add", k, body.const("i64", 1)), end) if watched else body.const("boolean", True)
        more = body.result(go, "more")
        loop = graph.loop(body, graph.const("i64", -1) if watched else limit,
                          graph.op("Greater", limit, graph.const("i64", 0)) if watched else graph.const("boolean", True))
        loop.input(h0, h)
        loop.input(limit, end)
        loop.current_iteration(k)
        loop.execution_condition(more)
        loop.back_edge(grown, h)
        graph.result(loop.output(grown, shape=[1]), "last")
        graph.result(loop.output(grown, shape=[-1], **scan()), "all")
        return graph
    runs = []
    for n in (0, 1, 2, 3, 5, 12):
        h, seen = 7 + n, []
        for k in range(n):
            h = 3 * h - k
            seen.append(h)
        runs.append(("n_%d" % n, {"H0": i64(7 + n), "limit": trip(n)}, [i64(h), i64(*seen)]))
    pair(corpus, "counted_and_watched", "A trip count of n is equal to a condition that is true n times",
         ["TRIP-2", "TRIP-3", "COND-1", "COND-2"],
         [("counted", "Loop with a trip count", build(False)), ("watched", "Loop with a condition", build(True))], runs, "h' = 3 h - k.")


def add_delay_and_shift(corpus):
    """A part one iteration late by a wire, and by reading a shifted copy."""
    def build(wire):
        graph = ir.Graph()
        x, start = graph.parameter("X", "i32", [-1]), graph.parameter("start", "i32", [1])
        body = graph.body()
        xi, late = body.parameter("x", "i32", [1]), body.parameter("late", "i32", [1])
        y = body.result(body.op("Subtract", xi, late), "difference")
        loop = graph.tensor_iterator(body)
        loop.input(x, xi, **slices())
        if wire:
            now = body.result(xi, "now")
            loop.input(start, late)
            loop.back_edge(now, late)
        else:
            shifted = graph.op("Concat", start, x, axis=0, shape=[-1])
            loop.input(shifted, late, axis=0, start=0, end=-2, stride=1, part_size=1)
        graph.result(loop.output(y, shape=[-1], **scan()), "differences")
        return graph
    runs = []
    for n in (1, 2, 3, 4, 6, 9):
        values = [k * k * k + n for k in range(n)]
        runs.append(("parts_%d" % n, {"X": i32(*values), "start": i32(-n)}, [i32(*[a - b for a, b in zip(values, [-n] + values)])]))
    pair(corpus, "delay_and_shift", "A wire through a back edge is equal to a copy that is read one position late",
         ["BACK-2", "BACK-3", "SLICE-2"],
         [("wire", "wire", build(True)), ("shifted", "shifted copy", build(False))], runs, "x[k] - x[k - 1].")


def add_cases(corpus):
    for add in (add_unrolled, add_forms, add_dead_outputs, add_split_run, add_reversed, add_counted_and_watched,
                add_delay_and_shift):
        add(corpus)
