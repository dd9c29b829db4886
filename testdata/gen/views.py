"""Values that are used again after a view of them was made: nothing may be computed in their place."""

import ir
from case import Tensor
from frames import counted, flag, trip

ORACLE = "generator: gen/views.py"


def reshaped(body, v):
    return body.op("Reshape", v, body.const("i64", [4]), special_zero="false", shape=[4]), lambda x: x, [4]


def unsqueezed(body, v):
    return body.op("Unsqueeze", v, body.const("i64", [1]), shape=[2, 1, 2]), lambda x: x, [2, 1, 2]


def twice(body, v):
    flat = body.op("Reshape", v, body.const("i64", [4, 1]), special_zero="false", shape=[4, 1])
    return body.op("Squeeze", flat, body.const("i64", [1]), shape=[4]), lambda x: x, [4]


def there_and_back(body, v):
    deep = body.op("Unsqueeze", v, body.const("i64", [0]), shape=[1, 2, 2])
    return body.op("Squeeze", deep, body.const("i64", [0]), shape=[2, 2]), lambda x: x, [2, 2]


def transposed(body, v):
    return body.op("Transpose", v, body.const("i64", [1, 0]), shape=[2, 2]), lambda x: [x[0], x[2], x[1], x[3]], [2, 2]


def first_of_a_split(body, v):
    parts = body.op("Split", v, body.const("i64", 1), num_splits=2, outputs=[("i32", [2, 1]), ("i32", [2, 1])])
    return parts[1], lambda x: [x[1], x[3]], [2, 1]


def second_row(body, v):
    consts = [body.const("i64", [k]) for k in (1, 2, 1, 0)]
    return body.op("Slice", v, *consts, version="opset8", shape=[1, 2]), lambda x: x[2:], [1, 2]


def through_a_branch(body, v):
    then_body, else_body = body.body(), body.body()
    t, e = then_body.parameter("t", "i32", [2, 2]), else_body.parameter("e", "i32", [2, 2])
    results = [then_body.result(t, "t"), else_body.result(else_body.op("Negative", e), "e")]
    made = ir.If(body, body.condition, then_body, else_body)
    made.input(v, t, e)
    return made.output(*results, shape=[2, 2]), lambda x: x, [2, 2]


def through_an_iterator(body, v):
    """The TensorIterator has no sliced input, so its body runs once."""
    inner = body.body()
    p = inner.parameter("p", "i32", [2, 2])
    r = inner.result(p, "p")
    made = body.tensor_iterator(inner)
    made.input(v, p)
    return made.output(r, shape=[2, 2]), lambda x: x, [2, 2]


VIEWS = [reshaped, unsqueezed, twice, there_and_back, transposed, first_of_a_split, second_row, through_a_branch, through_an_iterator]


def add_view(corpus, view):
    """s = h + x, v = view of s. t = w - s could be computed in the place of s, and d = v + v in that of v."""
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    h0, x, w, c = graph.parameter("H0", "i32", [2, 2]), graph.parameter("X", "i32", [2, 2]), graph.parameter("W", "i32", [2, 2]), graph.parameter("c", "boolean", [])
    loop, body = counted(graph, count)
    h, xb, wb = [body.parameter(name, "i32", [2, 2]) for name in ("h", "x", "w")]
    body.condition = body.parameter("c", "boolean", [])
    s = body.op("Add", h, xb)
    v, seen_in, shape = view(body, s)
    t = body.op("Subtract", wb, s)
    s2 = body.op("Multiply", h, wb)
    v2, _, _ = view(body, s2)
    d = body.op("Add", v2, v2, shape=shape)
    e = body.op("Maximum", s2, xb)
    flat = [body.result(body.op("Reshape", value, body.const("i64", [1, -1]), special_zero="false", shape=[1, -1]), name)
            for value, name in ((v, "view"), (d, "double"), (e, "greater"))]
    same, other = body.result(v, "same"), body.result(s2, "product")
    next_ = body.result(t, "next")
    for outer, inner in ((h0, h), (x, xb), (w, wb), (c, body.condition)):
        loop.input(outer, inner)
    loop.back_edge(next_, h)
    graph.result(loop.output(next_, shape=[2, 2]), "last")
    graph.result(loop.output(same, shape=shape), "last_view")
    graph.result(loop.output(other, shape=[2, 2]), "last_product")
    for result in flat:
        graph.result(loop.output(result, shape=[-1, -1], axis=0), "all_" + result.name)
    first, xs, ws = [1, 20, -3, 45], [100, -7, 33, 8], [5, 2, -6, 3]
    runs = []
    for n in (1, 2, 3):
        now, views, doubles, greater = first, [], [], []
        for _ in range(n):
            total, product = [p + q for p, q in zip(now, xs)], [p * q for p, q in zip(now, ws)]
            views += seen_in(total)
            doubles += [2 * p for p in seen_in(product)]
            greater += [max(p, q) for p, q in zip(product, xs)]
            now, last_view = [q - p for p, q in zip(total, ws)], seen_in(total)
        runs.append({"name": "iterations_%d" % n, "inputs": {"trip": trip(n)},
                     "outputs": [Tensor("i32", [2, 2], now), Tensor("i32", shape, last_view), Tensor("i32", [2, 2], product),
                                 *[Tensor("i32", [n, len(v) // n], v) for v in (views, doubles, greater)]]})
    corpus.add("loop/bodies/used_after_a_view/%s" % view.__name__, rules=["BODY-2", "BACK-2", "OUT-1", "OUT-5"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               inputs={"H0": Tensor("i32", [2, 2], first), "X": Tensor("i32", [2, 2], xs), "W": Tensor("i32", [2, 2], ws), "c": flag(True)},
               title="A value and another form of it (%s) are both used after the first was an operand." % view.__name__.replace("_", " "),
               notes="s = h + x, h' = w - s, and p = h w. The other form of s is a Result. The other form of p is doubled, and p is a Result and an operand.")


def add_chain(corpus):
    """Each value is an operand of the next two operations."""
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    h0, x = graph.parameter("H0", "i64", [1, 3]), graph.parameter("X", "i64", [1, 3])
    loop, body = counted(graph, count)
    h, xb = body.parameter("h", "i64", [1, 3]), body.parameter("x", "i64", [1, 3])
    a = body.op("Add", h, xb)
    b = body.op("Add", a, xb)
    c = body.op("Subtract", b, a)
    d = body.op("Subtract", a, c)
    e = body.op("Multiply", b, body.op("Subtract", xb, d))
    f = body.op("Subtract", xb, body.op("Negative", body.op("Add", e, d)))
    results = [body.result(value, name) for value, name in ((f, "f"), (d, "d"), (b, "b"))]
    loop.input(h0, h)
    loop.input(x, xb)
    loop.back_edge(results[1], h)
    for result in results:
        graph.result(loop.output(result, shape=[1, 3]), "last_" + result.name)
        graph.result(loop.output(result, shape=[-1, 3], axis=0), "all_" + result.name)
    runs = []
    for n in (1, 2, 5):
        now, xs, seen = [4, -9, 70], [3, 50, -8], ([], [], [])
        for _ in range(n):
            a_ = [p + q for p, q in zip(now, xs)]
            b_ = [p + q for p, q in zip(a_, xs)]
            c_ = [p - q for p, q in zip(b_, a_)]
            d_ = [p - q for p, q in zip(a_, c_)]
            e_ = [p * (q - r) for p, q, r in zip(b_, xs, d_)]
            f_ = [q + (p + r) for p, q, r in zip(e_, xs, d_)]
            now, last = d_, (f_, d_, b_)
            for kept, value in zip(seen, last):
                kept.extend(value)
        runs.append({"name": "iterations_%d" % n, "inputs": {"trip": trip(n)},
                     "outputs": [Tensor("i64", [len(v) // 3, 3], v) for pair in zip(last, seen) for v in pair]})
    corpus.add("loop/bodies/operands_of_two_operations", rules=["BODY-2", "BACK-2", "OUT-1", "OUT-5"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, inputs={"H0": Tensor("i64", [1, 3], [4, -9, 70]), "X": Tensor("i64", [1, 3], [3, 50, -8])},
               title="Values of a body are operands of two operations, one after the other, and of subtractions from either side.",
               notes="a = h + x, b = a + x, c = b - a, d = a - c, e = b (x - d), f = x - -(e + d); h' = d.")


def add_cases(corpus):
    for view in VIEWS:
        add_view(corpus, view)
    add_chain(corpus)
