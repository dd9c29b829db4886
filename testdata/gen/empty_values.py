"""Values without elements in loops that run, and loops that do not run, for every type and axis."""

import ir
from case import Tensor
from frames import flag, trip, typed

ORACLE = "generator: gen/empty_values.py"
ALL = ("boolean", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "bf16", "f32", "f64")


def add_not_run(corpus, nested):
    """a and b change places; without an iteration each Result is the initial value of what it feeds."""
    graph = ir.Graph()
    count, condition = graph.parameter("trip", "i64", []), graph.parameter("condition", "boolean", [])
    a0, b0 = graph.parameter("A", "{{type}}", [2, 3]), graph.parameter("B", "{{type}}", [2, 3])
    place, sources = graph, (count, condition, a0, b0)
    if nested:
        place = graph.body()
        sources = tuple(place.parameter(name, v.type, v.shape) for name, v in zip(("trip", "condition", "a", "b"), sources))
    body = place.body()
    a, b = body.parameter("a", "{{type}}", [2, 3]), body.parameter("b", "{{type}}", [2, 3])
    ra, rb, more = body.result(a, "ra"), body.result(b, "rb"), body.result(body.const("boolean", True), "more")
    loop = place.loop(body, sources[0], sources[1])
    loop.execution_condition(more)
    loop.input(sources[2], a)
    loop.input(sources[3], b)
    loop.back_edge(ra, b)
    loop.back_edge(rb, a)
    outputs = [(loop.output(ra, shape=[2, 3]), [2, 3]), (loop.output(rb, shape=[2, 3]), [2, 3]), (loop.output(ra, shape=[-1, -1], axis="{{axis}}"), [-1, -1])]
    if nested:
        outer = graph.tensor_iterator(place)
        for value, parameter in zip((count, condition, a0, b0), sources):
            outer.input(value, parameter)
        outputs = [(outer.output(place.result(value, "out%d" % k), shape=shape), shape) for k, (value, shape) in enumerate(outputs)]
    for k, (value, _) in enumerate(outputs):
        graph.result(value, "out%d" % k)
    runs = []
    for at, type_ in enumerate(ALL):
        x = [k % 2 == 0 for k in range(6)] if type_ == "boolean" else [3 * k + 1 for k in range(6)]
        y = [k % 3 == 0 for k in range(6)] if type_ == "boolean" else [100 - k for k in range(6)]
        for axis in (0, 1, -1, -2) if type_ in ("i32", "f16") else ((0, 1)[at % 2],):
            for n, go in ((0, True), (3, False), (1, True)):
                run = n if go else 0
                shape = [2, 3]
                shape[axis] *= run
                runs.append({"name": "%s_axis_%s_trip_%d_%s" % (type_, str(axis).replace("-", "m"), n, str(go).lower()), "at": typed(type_) + [axis],
                             "inputs": {"trip": trip(n), "condition": flag(go), "A": Tensor(type_, [2, 3], x), "B": Tensor(type_, [2, 3], y)},
                             "outputs": [Tensor(type_, [2, 3], x if run else y), Tensor(type_, [2, 3], y if run else x), Tensor(type_, shape, x * run)]})
    path = "nested/inner_loop_that_does_not_run" if nested else "loop/zero_iterations/every_type_and_axis"
    corpus.add(path, rules=["ZERO-1", "ZERO-2", "TRIP-3", "COND-1"], kind="boundary", oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               columns=["type", "precision", "axis"], runs=runs,
               title="A Loop%s that does not run gives the initial values, and a scan output that is empty along its axis, of every type." % (
                   " in a TensorIterator" if nested else ""),
               notes="The Results are a and b, and each feeds the other one. So without an iteration they are the initial values of b and a.")


def add_empty(corpus):
    """Slices, invariants, carried values and scan outputs of no elements, in a loop that runs."""
    graph = ir.Graph()
    x, h0, w, c = [graph.parameter(name, "i32", [-1, -1]) for name in "XHWC"]
    body = graph.body()
    part, h, wb, cb = [body.parameter(name, "i32", [-1, -1]) for name in "xhwc"]
    total = body.op("ReduceSum", wb, body.const("i64", [0, 1]), keep_dims="true", shape=[1, 1])
    next_ = body.result(body.op("Add", h, total, shape=[-1, -1]), "next")
    sum_ = body.result(body.op("Add", body.op("ReduceSum", h, body.const("i64", [0, 1]), keep_dims="true", shape=[1, 1]), total, shape=[1, 1]), "sum")
    same = body.result(part, "same")
    longer = body.result(body.op("Concat", cb, wb, axis=0, shape=[-1, -1]), "longer")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=0, start=0, end=-1, stride=1, part_size=1)
    for outer, inner in ((h0, h), (w, wb), (c, cb)):
        loop.input(outer, inner)
    loop.back_edge(next_, h)
    loop.back_edge(longer, cb)
    for value, name in ((loop.output(next_, shape=[-1, -1]), "last"), (loop.output(longer, shape=[-1, -1]), "longer"),
                        (loop.output(sum_, shape=[-1, 1], axis=0, start=0, end=-1, stride=1, part_size=1), "sums"),
                        (loop.output(same, shape=[-1, -1], axis=0, start=-1, end=0, stride=-1, part_size=1), "parts")):
        graph.result(value, name)
    runs = []
    for name, n, width, h_shape, w_rows in (("no_columns", 3, 0, (2, 2), 1), ("no_h", 2, 2, (0, 3), 2), ("no_w", 3, 1, (2, 2), 0), ("nothing", 4, 0, (3, 0), 0),
                                            ("all_there", 3, 2, (1, 2), 1)):
        xs = [[10 * r + c + 1 for c in range(width)] for r in range(n)]
        start = [5 * k + 2 for k in range(h_shape[0] * h_shape[1])]
        ws = [[7 * r + 3, 4 - r] for r in range(w_rows)]
        added, now, sums, grown = sum(map(sum, ws)), start, [], [[90, 91]]
        for _ in range(n):
            sums.append(sum(now) + added)
            now = [v + added for v in now]
            grown = grown + ws
        runs.append({"name": name, "inputs": {"X": Tensor("i32", [n, width], sum(xs, [])), "H": Tensor("i32", h_shape, start),
                                              "W": Tensor("i32", [w_rows, 2], sum(ws, [])), "C": Tensor("i32", [1, 2], [90, 91])},
                     "outputs": [Tensor("i32", h_shape, now), Tensor("i32", [len(grown), 2], sum(grown, [])), Tensor("i32", [n, 1], sums),
                                 Tensor("i32", [n, width], sum(xs[::-1], []))]})
    corpus.add("tensor_iterator/bodies/values_without_elements", rules=["SLICE-5", "BACK-2", "BACK-4", "OUT-1", "OUT-2"], kind="boundary", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Parts, invariant values and carried values of a TensorIterator that runs have no elements.",
               notes="The sum of w is added to h in each iteration, w is appended to c, and the parts of x are joined in reverse.")


def add_cases(corpus):
    for nested in (False, True):
        add_not_run(corpus, nested)
    add_empty(corpus)
