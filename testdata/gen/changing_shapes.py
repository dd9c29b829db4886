"""Shapes that change: from one iteration to the next, and from one inference to the next."""

import ir
from case import Tensor
from frames import TYPES, count_of, counted, i32, i64, joined, repeated, trip, trips

ORACLE = "generator: gen/changing_shapes.py"


def flat(rows):
    return [v for row in rows for v in row]


def columns(rows):
    return [list(column) for column in zip(*rows)]


def matrix(rows):
    return Tensor("i32", [len(rows), len(rows[0])], flat(rows))


def add_shrinking(corpus):
    """a loses its first element in each iteration; b takes what a was."""
    graph = ir.Graph()
    count, a0, b0 = graph.parameter("trip", "i64", []), graph.parameter("A", "i32", [-1]), graph.parameter("B", "i32", [-1])
    loop, body = counted(graph, count)
    a, b = body.parameter("a", "i32", [-1]), body.parameter("b", "i32", [-1])
    one = body.const("i64", [1])
    shorter = body.op("Slice", a, one, body.const("i64", [2**31 - 1]), one, body.const("i64", [0]), version="opset8", shape=[-1])
    ra, rb = body.result(shorter, "ra"), body.result(a, "rb")
    total = body.result(body.op("ReduceSum", b, body.const("i64", [0]), keep_dims="true", shape=[1]), "total")
    loop.input(a0, a)
    loop.input(b0, b)
    loop.back_edge(ra, a)
    loop.back_edge(rb, b)
    graph.result(loop.output(ra, shape=[-1]), "a")
    graph.result(loop.output(rb, shape=[-1]), "b")
    graph.result(loop.output(total, shape=[-1], axis=0), "totals")
    runs = []
    for n in (1, 2, 3, 4, 6, 8):
        p, q, totals = [11, 20, 3, 47, 5, 6], [100, 200], []
        for _ in range(n):
            totals.append(sum(q))
            p, q = p[1:], p
        runs.append({"name": "iterations_%d" % n, "inputs": {"trip": trip(n), "A": i32(11, 20, 3, 47, 5, 6), "B": i32(100, 200)},
                     "outputs": [i32(*p), i32(*q), i32(*totals)]})
    corpus.add("loop/back_edges/shrinking", rules=["BACK-4", "BACK-2", "OUT-1"], kind="boundary", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               runs=runs, title="A carried vector becomes shorter in each iteration, down to no elements.", notes="a' is a without its first element, and b' = a.")


def add_exchanged(corpus, form):
    """Three matrices of equal sizes or not: a' = b transposed, b' = c, c' = a."""
    graph = ir.Graph()
    count = count_of(form, graph)
    starts = [graph.parameter(name, "i32", [-1, -1]) for name in "ABC"]
    loop, body, _ = repeated(form, graph, count)
    a, b, c = [body.parameter(name, "i32", [-1, -1]) for name in "abc"]
    turned = body.op("Transpose", b, body.const("i64", [1, 0]), shape=[-1, -1])
    results = [body.result(v, "r" + name) for name, v in zip("abc", (turned, c, a))]
    row = body.result(body.op("Reshape", body.op("Add", turned, turned, shape=[-1, -1]), body.const("i64", [-1]), special_zero="false", shape=[-1]), "row")
    for outer, inner, result in zip(starts, (a, b, c), results):
        loop.input(outer, inner)
        loop.back_edge(result, inner)
    for result in results:
        graph.result(loop.output(result, shape=[-1, -1]), "last_" + result.name)
    graph.result(loop.output(row, shape=[-1]), "row")
    runs = []
    for name, shapes in (("one_size", ((2, 6), (3, 4), (12, 1))), ("square", ((3, 3), (3, 3), (3, 3))), ("many_sizes", ((1, 2), (4, 3), (2, 5))),
                         ("large", ((9, 8), (6, 12), (24, 3)))):
        values = [[[100 * k + 10 * r + s + 1 for s in range(shape[1])] for r in range(shape[0])] for k, shape in enumerate(shapes)]
        for n in (1, 2, 3, 5):
            p, q, r = values
            for _ in range(n):
                p, q, r = columns(q), r, p
            runs.append({"name": "%s_%d" % (name, n), "inputs": {**{x: matrix(v) for x, v in zip("ABC", values)},
                                                                 "trip": trips(form, n)},
                         "outputs": [matrix(p), matrix(q), matrix(r), i32(*[2 * v for v in flat(p)])]})
    corpus.add("%s/back_edges/exchanged_shapes" % form, rules=["BACK-2", "BACK-4", "OUT-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Three matrices of a %s take each other's place, and one is transposed on the way." % TYPES[form],
               notes="a' = b transposed, b' = c, c' = a. In the runs one_size and large all of them have the same number of elements.")


def add_predecessor(corpus, form):
    """h takes what g was, and g grows. The input of h comes first, for engines that transfer in turn."""
    graph = ir.Graph()
    count = count_of(form, graph)
    h0, g0 = graph.parameter("H", "i64", [-1]), graph.parameter("G", "i64", [-1])
    loop, body, part = repeated(form, graph, count)
    added = part or body.const("i64", [7])
    h, g = body.parameter("h", "i64", [-1]), body.parameter("g", "i64", [-1])
    rh, rg = body.result(g, "rh"), body.result(body.op("Concat", g, added, axis=0, shape=[-1]), "rg")
    total = body.result(body.op("ReduceSum", h, body.const("i64", [0]), keep_dims="true", shape=[1]), "total")
    for outer, inner, result in ((h0, h, rh), (g0, g, rg)):
        loop.input(outer, inner)
        loop.back_edge(result, inner)
    graph.result(loop.output(rh, shape=[-1]), "h")
    graph.result(loop.output(rg, shape=[-1]), "g")
    graph.result(loop.output(total, shape=[-1], **joined(form)), "totals")
    runs = []
    for name, size in (("one", 1), ("four", 4), ("many", 3000)):
        for n in (1, 2, 3, 6):
            p, q, totals = [90, 91], [3 * k + 1 for k in range(size)], []
            inputs = {"H": i64(*p), "G": i64(*q), "trip": trips(form, n)}
            for k in range(n):
                totals.append(sum(p))
                p, q = q, q + [7 if form == "loop" else k + 1]
            runs.append({"name": "%s_%d" % (name, n), "inputs": inputs, "outputs": [i64(*p), i64(*q), i64(*totals)]})
    corpus.add("%s/back_edges/predecessor_of_a_growing_value" % form, rules=["BACK-2", "BACK-4", "OUT-1"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="A value of a %s takes what another was before it grew." % TYPES[form],
               notes="h' = g, g' = g and one element more. The totals are those of h.")


def add_views(corpus):
    """The Results are other shapes of Parameters: a' = b as a column, b' = c as a vector, c' = a as a row."""
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    shapes = ([3, 1], [3], [1, 3])
    starts = [graph.parameter(name, "i32", shape) for name, shape in zip("ABC", shapes)]
    loop, body = counted(graph, count)
    a, b, c = [body.parameter(name, "i32", shape) for name, shape in zip("abc", shapes)]
    values = (body.op("Unsqueeze", b, body.const("i64", [1]), shape=[3, 1]), body.op("Squeeze", c, body.const("i64", [0]), shape=[3]),
              body.op("Reshape", a, body.const("i64", [1, -1]), special_zero="false", shape=[1, 3]))
    results = [body.result(v, "r" + name) for name, v in zip("abc", values)]
    for outer, inner, result in zip(starts, (a, b, c), results):
        loop.input(outer, inner)
        loop.back_edge(result, inner)
    for result, shape in zip(results, shapes):
        graph.result(loop.output(result, shape=shape), "last_" + result.name)
        if len(shape) == 2:
            axis = shape.index(1)
            graph.result(loop.output(result, shape=[3, -1] if axis else [-1, 3], axis=axis), "all_" + result.name)
    start = ([1, 2, 3], [40, 50, 60], [700, 800, 900])
    runs = []
    for n in (1, 2, 3, 4):
        now, seen = list(start), ([], [], [])
        for _ in range(n):
            now = [now[1], now[2], now[0]]
            for kept, v in zip(seen, now):
                kept.append(v)
        outs = []
        for k, shape in enumerate(shapes):
            outs.append(Tensor("i32", shape, now[k]))
            if len(shape) == 2:
                outs.append(matrix(columns(seen[k]) if shape[1] == 1 else seen[k]))
        runs.append({"name": "iterations_%d" % n, "outputs": outs,
                     "inputs": {"trip": trip(n), **{x: Tensor("i32", shape, v) for x, shape, v in zip("ABC", shapes, start)}}})
    corpus.add("loop/back_edges/exchanged_as_other_shapes", rules=["BACK-2", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Three values take each other's place through operations that only change their shapes.",
               notes="a' is b as a column, b' is c as a vector, c' is a as a row.")


def add_sequence(corpus, form):
    """Two loops cut X along axes 0 and 1; the inferences have other shapes of the same size."""
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [-1, -1])
    for axis in (0, 1):
        shape = [1, -1] if axis == 0 else [-1, 1]
        if form == "loop":
            dims = graph.op("ShapeOf", x, version="opset3", type="i64", shape=[2], output_type="i64")
            count = graph.op("Gather", dims, graph.const("i64", [axis]), graph.const("i64", 0), version="opset8", type="i64", shape=[1], batch_dims=0)
            loop, body = counted(graph, count)
        else:
            body = graph.body()
            loop = graph.tensor_iterator(body)
        part, h = body.parameter("part", "i32", shape), body.parameter("h", "i32", [-1, -1])
        next_ = body.result(body.op("Subtract", part, h, shape=[-1, -1]), "next")
        loop.input(x, part, axis=axis, **({} if form == "loop" else {"start": 0, "end": -1, "stride": 1, "part_size": 1}))
        loop.input(graph.const("i32", [1], [1, 1]), h)
        loop.back_edge(next_, h)
        graph.result(loop.output(next_, shape=[-1, -1]), "last_%d" % axis)
        graph.result(loop.output(next_, shape=[-1, -1], axis=axis, **({} if form == "loop" else {"start": 0, "end": -1, "stride": 1, "part_size": 1})), "all_%d" % axis)

    def fold(lines):
        h, seen = [1] * len(lines[0]), []
        for line in lines:
            h = [p - q for p, q in zip(line, h)]
            seen.append(h)
        return h, seen

    def inference(place, rows, width):
        values = [[100 * place + (7 * r * r + 3 * c) % 41 for c in range(width)] for r in range(rows)]
        (h, down), (g, across) = fold(values), fold(columns(values))
        return {"inputs": {"X": matrix(values)}, "outputs": [matrix([h]), matrix(down), matrix([[v] for v in g]), matrix(columns(across))]}
    runs = []
    for shapes in (((2, 6), (3, 4), (6, 2), (2, 6)), ((1, 12), (12, 1), (4, 3)), ((3, 4), (4, 3), (3, 5), (3, 4)), ((2, 3), (2, 5), (4, 3), (2, 3)), ((6, 11), (11, 6), (22, 3))):
        runs.append({"name": "__".join("%d_by_%d" % s for s in shapes), "sequence": [inference(p, *s) for p, s in enumerate(shapes)]})
    corpus.add("%s/sequences/shapes_of_one_size" % form, rules=["BACK-4", "STATE-1", "SLICE-7" if form != "loop" else "TRIP-1", "BACK-2", "OUT-2"], kind="combined",
               oracle=ORACLE, model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Inferences of a %s in a row have inputs of the same rank, and often of the same size, in other shapes." % TYPES[form],
               notes="h' = part - h from 1, over the rows and over the columns of X.")


def add_axes(corpus):
    """Scan outputs of a Loop along every axis of ranks 3 and 4, counted from either end."""
    for rank, shape in ((2, [6, 2]), (3, [5, 2, 3]), (4, [2, 6, 1, 3])):
        graph = ir.Graph()
        count, a0 = graph.parameter("trip", "i64", []), graph.parameter("A", "i32", shape)
        loop, body = counted(graph, count)
        a = body.parameter("a", "i32", shape)
        next_ = body.result(body.op("Add", a, body.const("i32", 1000), shape=shape), "next")
        seen = body.result(a, "seen")
        loop.input(a0, a)
        loop.back_edge(next_, a)
        graph.result(loop.output(next_, shape=[-1] * rank, axis="{{axis}}"), "all")
        graph.result(loop.output(seen, shape=[-1] * rank, axis="{{axis}}"), "before")
        size = 1
        for d in shape:
            size *= d
        values = [3 * k + 1 for k in range(size)]
        runs = []
        for axis in range(-rank, rank):
            for n in (1, 3):
                at = axis % rank
                inner = 1
                for d in shape[at:]:
                    inner *= d
                joined = [[v + 1000 * i for start in range(0, size, inner) for i in range(first, first + n) for v in values[start:start + inner]]
                          for first in (1, 0)]
                out_shape = shape[:at] + [shape[at] * n] + shape[at + 1:]
                runs.append({"name": "axis_%s_%d" % (str(axis).replace("-", "m"), n), "at": [axis], "inputs": {"trip": trip(n), "A": Tensor("i32", shape, values)},
                             "outputs": [Tensor("i32", out_shape, v) for v in joined]})
        corpus.add("loop/outputs/every_axis/rank_%d" % rank, rules=["OUT-2", "SLICE-1"], kind="boundary", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
                   columns=["axis"], runs=runs, title="A Loop joins values of rank %d along each axis, counted from either end." % rank,
                   notes="Element k of the first value is 3 k + 1, and each iteration adds 1000.")


def add_cases(corpus):
    add_shrinking(corpus)
    for form in ("loop", "tensor_iterator"):
        add_exchanged(corpus, form)
        add_predecessor(corpus, form)
        add_sequence(corpus, form)
    add_views(corpus)
    add_axes(corpus)
