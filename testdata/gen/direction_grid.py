"""Directions of inputs and outputs in all combinations, and every order of a port map's entries.

The oracle cuts X and Y by writing out the list of parts of each direction, and joins by hand.
"""

import itertools

import case
import ir

# X[r, p] = 10 r + p + 1, shape [2, 4]; Y[p, c] = 100 + 10 p + c, shape [8, 3].
X_PARTS = {
    1: [[0], [1], [2], [3]], -1: [[3], [2], [1], [0]], 2: [[0, 1], [2, 3]], -2: [[2, 3], [0, 1]],
}
Y_PARTS = {
    2: [[0, 1], [2, 3], [4, 5], [6, 7]], -2: [[6, 7], [4, 5], [2, 3], [0, 1]],
    4: [[0, 1, 2, 3], [4, 5, 6, 7]], -4: [[4, 5, 6, 7], [0, 1, 2, 3]],
}
PARAMETERS = ["x_start", "x_end", "x_stride", "x_width", "y_start", "y_end", "y_stride", "y_width",
              "u_start", "u_end", "u_stride", "v_start", "v_end", "v_stride"]


def whole(stride):
    return [0, -1, stride] if stride > 0 else [-1, 0, stride]


def model():
    """u joins the parts of X along axis 1, v those of Y along axis 0; both go straight through the body."""
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2, 4])
    y = graph.parameter("Y", "i16", [8, 3])
    body = graph.body()
    xi = body.parameter("xi", "i32", [2, "{{x_width}}"])
    yi = body.parameter("yi", "i16", ["{{y_width}}", 3])
    u = body.result(xi, "u")
    v = body.result(yi, "v")
    loop = graph.tensor_iterator(body)
    loop.input(x, xi, axis=1, start="{{x_start}}", end="{{x_end}}", stride="{{x_stride}}", part_size="{{x_width}}")
    loop.input(y, yi, axis=0, start="{{y_start}}", end="{{y_end}}", stride="{{y_stride}}", part_size="{{y_width}}")
    graph.result(loop.output(v, shape=[8, 3], axis=0, start="{{v_start}}", end="{{v_end}}", stride="{{v_stride}}",
                             part_size="{{y_width}}"), "V")
    graph.result(loop.output(u, shape=[2, 4], axis=1, start="{{u_start}}", end="{{u_end}}", stride="{{u_stride}}",
                             part_size="{{x_width}}"), "U")
    return graph


def runs():
    out = []
    for xs, ys, us, vs in itertools.product(X_PARTS, Y_PARTS, (1, -1), (1, -1)):
        width_x, width_y = len(X_PARTS[xs][0]), len(Y_PARTS[ys][0])
        row = {"at": whole(xs) + [width_x] + whole(ys) + [width_y] + whole(us * width_x) + whole(vs * width_y)}
        name = "x_%d__y_%d__u_%d__v_%d" % (xs, ys, us, vs)
        row = {"name": name.replace("-", "m"), **row}
        if len(X_PARTS[xs]) != len(Y_PARTS[ys]):
            out.append({**row, "tier": "survey", **case.rejected("load", "SLICE-7")})
            continue
        x_order = X_PARTS[xs] if us > 0 else X_PARTS[xs][::-1]
        y_order = Y_PARTS[ys] if vs > 0 else Y_PARTS[ys][::-1]
        u = [10 * r + p + 1 for r in range(2) for part in x_order for p in part]
        v = [100 + 10 * p + c for part in y_order for p in part for c in range(3)]
        out.append({**row, "outputs": [case.Tensor("i16", [8, 3], v), case.Tensor("i32", [2, 4], u)]})
    return out


def order_model():
    """Three inputs and two outputs of a Loop; the five entries are the placeholders first to fifth."""
    graph = ir.Graph()
    trip = graph.parameter("trip", "i64", [])
    condition = graph.const("boolean", True)
    x = graph.parameter("X", "i32", [3, 2])
    h0 = graph.parameter("H0", "i32", [1, 2])
    c = graph.parameter("C", "i32", [1, 2])
    body = graph.body()
    h = body.parameter("h", "i32", [1, 2])
    ci = body.parameter("c", "i32", [1, 2])
    xi = body.parameter("x", "i32", [1, 2])
    more = body.result(body.const("boolean", True), "more")
    s = body.result(body.op("Add", body.op("Multiply", h, ci), xi), "s")
    loop = graph.loop(body, trip, condition)
    loop.execution_condition(more)
    loop.input(x, xi, axis=0, start=0, end=-1, stride=1, part_size=1)
    loop.input(h0, h)
    loop.input(c, ci)
    last = loop.output(s, shape=[1, 2])
    scan = loop.output(s, shape=[3, 2], axis=0, start=0, end=-1, stride=1, part_size=1)
    loop.back_edge(s, h)
    graph.result(scan, "scan")
    graph.result(last, "last")
    text = graph.text()
    entries = [loop.entry_text(e, "internal_layer_id") for e in loop.entries[1:]]
    words = ["first", "second", "third", "fourth", "fifth"]
    for entry, word in zip(entries, words):
        assert text.count(entry) == 1
        text = text.replace(entry, "{{%s}}" % word)
    return text, graph.weights.data, words, entries


def order_runs(entries):
    h, scan = [2, 3], []
    for part in ([1, 4], [9, 16], [25, 36]):
        h = [10 * h[0] + part[0], 7 * h[1] + part[1]]
        scan += h
    outputs = [case.Tensor("i32", [3, 2], scan), case.Tensor("i32", [1, 2], h)]
    return [{"name": "order_" + "".join(map(str, order)), "at": [entries[e] for e in order], "outputs": outputs}
            for order in itertools.permutations(range(5))]


def add_cases(corpus):
    corpus.add("tensor_iterator/direction_grid",
               title="Two inputs are cut and two outputs joined, each forward or backward, each with its own width of parts.",
               rules=["SLICE-3", "SLICE-5", "SLICE-7", "OUT-2", "OUT-3", "PORT-1", "PORT-2"], kind="combined",
               oracle="generator: gen/direction_grid.py", model=model().text(), columns=PARAMETERS,
               notes="X[r, p] = 10 r + p + 1 and Y[p, c] = 100 + 10 p + c. Each input has 4 or 2 parts; unequal counts are rejected.",
               inputs={"X": case.Tensor("i32", [2, 4], [10 * r + p + 1 for r in range(2) for p in range(4)]),
                       "Y": case.Tensor("i16", [8, 3], [100 + 10 * p + c for p in range(8) for c in range(3)])},
               runs=runs())
    text, weights, words, entries = order_model()
    corpus.add("loop/port_map_order", title="The order of the entries in a port map does not change the result.",
               rules=["PORT-1", "PORT-2"], kind="combined", oracle="generator: gen/direction_grid.py", model=text,
               features=["sliced_input", "scan_output"],
               weights=weights, columns=words,
               notes="h' = h c + x: (2, 3) -> (21, 25) -> (219, 191) -> (2215, 1373), with c = (10, 7).",
               inputs={"trip": case.scalar("i64", 3), "X": case.Tensor("i32", [3, 2], [1, 4, 9, 16, 25, 36]),
                       "H0": case.Tensor("i32", [1, 2], [2, 3]), "C": case.Tensor("i32", [1, 2], [10, 7])},
               runs=order_runs(entries))
