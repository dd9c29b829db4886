"""Loops that a compiler may turn into one operation: running sums and products, and bodies without state."""

import ir
from case import Tensor
from frames import counted, trip, typed

ORACLE = "generator: gen/running_values.py"
FOLDS = {"Add": lambda h, p: h + p, "Subtract": lambda h, p: h - p, "Multiply": lambda h, p: h * p, "Maximum": max, "Minimum": min}
BORDERS = {1: [0, -1, 1], -1: [-1, 0, -1]}


def data(type_, count, kind):
    if kind == "Multiply":
        return [[2, 3, 1, 5, 7][k % 5] for k in range(count)]
    size = 11 if type_ in ("u8", "i8") else 101  # no sum wraps
    return [(37 * k + 11) % size - (size // 2 if type_[0] != "u" and k % 3 == 0 else 0) for k in range(count)]


def add_fold(corpus, kind, axis):
    """h' = kind(h, part), or kind(part, h) in the second TensorIterator."""
    graph = ir.Graph()
    x, h0 = graph.parameter("X", "{{type}}", [-1, -1]), graph.parameter("H0", "{{type}}", [-1, -1])
    for flipped in (False, True):
        body = graph.body()
        part, h = body.parameter("part", "{{type}}", [-1, -1]), body.parameter("h", "{{type}}", [-1, -1])
        next_ = body.result(body.op(kind, *((part, h) if flipped else (h, part)), shape=[-1, -1]), "next")
        loop = graph.tensor_iterator(body)
        loop.input(h0, h)
        loop.input(x, part, axis=axis, start="{{start}}", end="{{end}}", stride="{{stride}}", part_size=1)
        loop.back_edge(next_, h)
        graph.result(loop.output(next_, shape=[-1, -1]), "last")
        graph.result(loop.output(next_, shape=[-1, -1], axis=axis, start="{{out_start}}", end="{{out_end}}", stride="{{out_stride}}", part_size=1), "all")
    runs = []
    fold = FOLDS[kind]
    types = ("f32", "i32", "i64", "u8", "i8", "u16", "u64") if kind == "Add" and axis == 0 else ("f32", "i32")
    for type_ in types:
        for step, out_step in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            for n in (1, 2, 5) if step == out_step else (5,):
                if type_ not in ("f32", "i32") and n != 5:
                    continue
                width = 3
                values = data(type_, n * width, kind)
                lines = [[values[width * i + c] if axis == 0 else values[n * c + i] for c in range(width)] for i in range(n)]
                start = {"Multiply": [1, 2, 3]}.get(kind, [60, 7, 33])
                outs = []
                for flipped in (False, True):
                    h, seen = start, []
                    for line in lines[::step]:
                        h = [fold(p, q) if not flipped else fold(q, p) for p, q in zip(h, line)]
                        seen.append(h)
                    seen = seen[::out_step]
                    flat = sum(seen, []) if axis == 0 else [line[c] for c in range(width) for line in seen]
                    outs += [Tensor(type_, [1, width] if axis == 0 else [width, 1], h), Tensor(type_, [n, width] if axis == 0 else [width, n], flat)]
                runs.append({"name": "%s_%d_%s_%s" % (type_, n, "forward" if step > 0 else "backward", "forward" if out_step > 0 else "backward"),
                             "at": typed(type_) + BORDERS[step] + BORDERS[out_step],
                             "inputs": {"X": Tensor(type_, [n, width] if axis == 0 else [width, n], values),
                                        "H0": Tensor(type_, [1, width] if axis == 0 else [width, 1], start)}, "outputs": outs})
    corpus.add("tensor_iterator/running_values/%s_axis_%d" % (kind.lower(), axis), rules=["BACK-2", "SLICE-3", "SLICE-5", "OUT-2", "TYPE-1"], kind="combined",
               oracle=ORACLE, model=graph.text(), columns=["type", "precision", "start", "end", "stride", "out_start", "out_end", "out_stride"], runs=runs,
               title="A TensorIterator with one %s gives the last and all running values along axis %d, in both directions." % (kind, axis),
               notes="In the first TensorIterator h is the first operand, in the second one the part.")


def add_maps(corpus):
    """No back edge: y = (x - w) c and z = v - x, for operands of several shapes."""
    for name, w_shape, c_values, c_shape in (
            ("scalars", [], [3], []), ("ones", [1, 1], [3], [1, 1]), ("vectors", [3], [3, -2, 5], [3]), ("rows", [1, 3], [3, -2, 5], [1, 3]),
            ("one_element", [1], [3], [1])):
        graph = ir.Graph()
        x, v, w = graph.parameter("X", "i32", [-1, 3]), graph.parameter("V", "i32", [-1, 3]), graph.parameter("W", "i32", w_shape)
        body = graph.body()
        xb, vb, wb = body.parameter("x", "i32", [1, 3]), body.parameter("v", "i32", [1, 3]), body.parameter("w", "i32", w_shape)
        factor = body.const("i32", c_values, c_shape)
        y = body.result(body.op("Multiply", factor, body.op("Subtract", xb, wb, shape=[1, 3]), shape=[1, 3]), "y")
        z = body.result(body.op("Subtract", vb, xb), "z")
        loop = graph.tensor_iterator(body)
        loop.input(x, xb, axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}", part_size=1)
        loop.input(w, wb)
        loop.input(v, vb, axis=0, start="{{v_start}}", end="{{v_end}}", stride="{{v_stride}}", part_size=1)
        graph.result(loop.output(y, shape=[-1, 3], axis=0, start="{{out_start}}", end="{{out_end}}", stride="{{out_stride}}", part_size=1), "y")
        graph.result(loop.output(z, shape=[-1, 3], axis=0, start=0, end=-1, stride=1, part_size=1), "z")
        runs = []
        for n in (1, 4, 9):
            for step, v_step, out_step in ((1, 1, 1), (-1, -1, 1), (1, -1, 1), (-1, 1, -1), (1, 1, -1)):
                xs = [[10 * i + 3 * c + 1 for c in range(3)] for i in range(n)]
                vs = [[1000 - 50 * i * i + c for c in range(3)] for i in range(n)]
                ws = [7, 20, -4] if w_shape and w_shape[-1] == 3 else [7]
                pick = lambda values, c: values[c] if len(values) == 3 else values[0]
                ys, zs = [], []
                for p, q in zip(xs[::step], vs[::v_step]):
                    ys.append([pick(c_values, c) * (p[c] - pick(ws, c)) for c in range(3)])
                    zs.append([q[c] - p[c] for c in range(3)])
                way = {1: "forward", -1: "backward"}
                runs.append({"name": "parts_%d_%s_%s_%s" % (n, way[step], way[v_step], way[out_step]), "at": BORDERS[step] + BORDERS[v_step] + BORDERS[out_step],
                             "inputs": {"X": Tensor("i32", [n, 3], sum(xs, [])), "V": Tensor("i32", [n, 3], sum(vs, [])), "W": Tensor("i32", w_shape, ws)},
                             "outputs": [Tensor("i32", [n, 3], sum(ys[::out_step], [])), Tensor("i32", [n, 3], sum(zs, []))]})
        corpus.add("tensor_iterator/bodies/without_state/%s" % name, rules=["SLICE-3", "SLICE-5", "OUT-2", "PORT-1"], kind="combined", oracle=ORACLE,
                   model=graph.text(), weights=graph.weights.data, runs=runs,
                   columns=["start", "end", "stride", "v_start", "v_end", "v_stride", "out_start", "out_end", "out_stride"],
                   title="A TensorIterator without back edges computes each part from two slices, an invariant value and a constant (%s)." % name.replace("_", " "),
                   notes="y = constant (x - w) and z = v - x. x, v and y each go in their own direction; z is joined forward.")


def add_counted_map(corpus):
    """No back edge, and the current iteration: z = 100 k + w x, and the last x."""
    graph = ir.Graph()
    count, x, w = graph.parameter("trip", "i64", []), graph.parameter("X", "i64", [-1, 2]), graph.parameter("W", "i64", [2])
    loop, body = counted(graph, count)
    k, xb, wb = body.parameter("k", "i64", [1]), body.parameter("x", "i64", [1, 2]), body.parameter("w", "i64", [2])
    hundreds = body.op("Multiply", body.const("i64", [100]), k)
    z = body.result(body.op("Add", hundreds, body.op("Multiply", wb, xb, shape=[1, 2]), shape=[1, 2]), "z")
    loop.current_iteration(k)
    loop.input(w, wb)
    loop.input(x, xb, axis=0)
    graph.result(loop.output(z, shape=[-1, 2], axis=0), "all")
    graph.result(loop.output(z, shape=[1, 2]), "last")
    graph.result(loop.output(body.result(hundreds, "hundreds"), shape=[-1], axis=0), "hundreds")
    runs = []
    for n in (1, 4, 5, 7, 9, 33):
        xs = [[3 * i + 1, 50 - i] for i in range(n)]
        zs = [[100 * i + 2 * p, 100 * i - 3 * q] for i, (p, q) in enumerate(xs)]
        runs.append({"name": "parts_%d" % n, "inputs": {"trip": trip(n), "X": Tensor("i64", [n, 2], sum(xs, [])), "W": Tensor("i64", [2], [2, -3])},
                     "outputs": [Tensor("i64", [n, 2], sum(zs, [])), Tensor("i64", [1, 2], zs[-1]), Tensor("i64", [n], [100 * i for i in range(n)])]})
    corpus.add("loop/bodies/without_state", rules=["ITER-1", "SLICE-5", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="A Loop without back edges computes each part from a slice, an invariant value and the current iteration.",
               notes="z = 100 k + w x, with w = (2, -3).")


def add_reversed_pairs(corpus):
    """An inner TensorIterator takes pairs of columns backward and joins them in both directions."""
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [-1, 6])
    body = graph.body()
    row = body.parameter("row", "i32", [1, 6])
    inner_body = body.body()
    pair = inner_body.parameter("pair", "i32", [1, 2])
    negative = inner_body.result(inner_body.op("Negative", pair), "negative")
    inner = body.tensor_iterator(inner_body)
    inner.input(row, pair, axis=1, start=-1, end=0, stride=-2, part_size=2)
    outputs = [body.result(inner.output(negative, shape=[1, 6], axis=1, **entry), name) for name, entry in (
        ("turned", {"start": 0, "end": -1, "stride": 2, "part_size": 2}), ("restored", {"start": -1, "end": 0, "stride": -2, "part_size": 2}))]
    loop = graph.tensor_iterator(body)
    loop.input(x, row, axis=0, start=0, end=-1, stride=1, part_size=1)
    for result in outputs:
        graph.result(loop.output(result, shape=[-1, 6], axis=0, start=-1, end=0, stride=-1, part_size=1), result.name)
    runs = []
    for n in (1, 3):
        rows = [[10 * r + c + 1 for c in range(6)] for r in range(n)]
        turned = [[-row[c] for c in (4, 5, 2, 3, 0, 1)] for row in rows][::-1]
        restored = [[-v for v in row] for row in rows][::-1]
        runs.append({"name": "rows_%d" % n, "inputs": {"X": Tensor("i32", [n, 6], sum(rows, []))},
                     "outputs": [Tensor("i32", [n, 6], sum(values, [])) for values in (turned, restored)]})
    corpus.add("nested/reversed_pairs", rules=["SLICE-5", "OUT-2", "BODY-2"], kind="combined", oracle=ORACLE, model=graph.text(), runs=runs,
               title="An inner TensorIterator takes pairs of columns backward; one output joins them in this order, the other one in reverse.",
               notes="The pairs of a row are (5, 6), (3, 4), (1, 2). The elements inside a pair keep their order. The rows are joined in reverse.")


def add_cases(corpus):
    add_counted_map(corpus)
    add_reversed_pairs(corpus)
    for kind, axes in (("Add", (0, 1)), ("Subtract", (0,)), ("Multiply", (0,)), ("Maximum", (0,)), ("Minimum", (1,))):
        for axis in axes:
            add_fold(corpus, kind, axis)
    add_maps(corpus)
