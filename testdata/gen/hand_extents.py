"""Sizes, axes and directions: values that grow, axes counted from the end, scans next to other inputs."""

import ir
from case import Tensor
from frames import INSIDE, OUTSIDE, TYPES, counted, i32, rewired, scan, trip, wire


def add_growing(corpus, form):
    graph = ir.Graph()
    first = graph.parameter("trip", "i64", []) if form == "loop" else graph.parameter("X", "i32", ["{{parts}}"])
    g0, t0 = graph.parameter("G", "i32", "{{outside}}"), graph.parameter("T", "i32", [1])
    step = graph.parameter("step", "i32", [1])
    if form == "loop":
        loop, body = counted(graph, first)
    else:
        body = graph.body()
        loop = graph.tensor_iterator(body)
        loop.input(first, body.parameter("part", "i32", [1]), axis=0)
    g, t = body.parameter("g", "i32", "{{inside}}"), body.parameter("t", "i32", [1])
    s = body.parameter("step", "i32", [1])
    if form != "loop":
        s = body.op("Add", s, body.layers[0].outputs[0])
    sources = {"grown": body.op("Concat", g, s, axis=0, shape=[-1]), "total": body.op("Add", t, s),
               "sum": body.op("ReduceSum", g, body.const("i64", [0]), keep_dims="true", shape=[1])}
    results = {name: body.result(value, name) for name, value in sources.items()}
    loop.input(g0, g)
    loop.input(t0, t)
    loop.input(step, body_parameter(body, "step"))
    loop.back_edge(results["grown"], g)
    loop.back_edge(results["total"], t)
    graph.result(loop.output("{{result}}", "i32", [-1], axis="{{axis}}"), "made")
    runs = []
    for inside in ("?", "2..6"):
        for outside in ("2", "?"):
            for result, axis in (("grown", None), ("total", None), ("total", 0), ("sum", 0)):
                for n in (1, 3):
                    grown, total, totals, sums = [1, 2], 100, [], []
                    for i in range(n):
                        sums.append(sum(grown))
                        grown = grown + [9 if form == "loop" else 9 + 10 * (i + 1)]
                        total += grown[-1]
                        totals.append(total)
                    values = {"grown": grown, "total": totals if axis == 0 else [total], "sum": sums}[result]
                    given = {"trip": trip(n)} if form == "loop" else {"X": i32(*(10 * (i + 1) for i in range(n)))}
                    words = {"?": "open", "2..6": "bounded"}[inside], {"2": "of_2", "?": "open"}[outside], "scan" if axis == 0 else "last"
                    runs.append({"name": "inside_%s__outside_%s__%s_of_%s__iterations_%d" % (words[0], words[1], words[2], result, n),
                                 "at": [inside, outside, axis, results[result].id] + ([] if form == "loop" else [n]),
                                 "inputs": given, "outputs": [i32(*values)]})
    corpus.add("%s/back_edges/growing_in_company" % form, rules=["BACK-4", "BODY-4", "OUT-1", "OUT-2"], kind="boundary",
               oracle="generator: gen/hand_extents.py", model=graph.text(), weights=graph.weights.data,
               runs=runs, columns=["inside", "outside", "axis", "result"] + ([] if form == "loop" else ["parts"]),
               inputs={"G": i32(1, 2), "T": i32(100), "step": i32(9)},
               title="In a %s a value grows from a known or unknown shape, next to values that do not grow or that depend on "
                     "it." % TYPES[form],
               notes="g = (1, 2) appends %s. t = 100 adds the same. The sum is the sum of g before it grows." % (
                   "9 each time" if form == "loop" else "9 + 10, 9 + 20, 9 + 30"))


def body_parameter(body, name):
    return next(l.outputs[0] for l in body.layers if l.kind == "Parameter" and l.name == name)


def lines_of(shape, values, axis):
    """The parts of width 1 of a matrix along an axis, each a list of rows."""
    rows = [values[r * shape[1]:(r + 1) * shape[1]] for r in range(shape[0])]
    return [[row] for row in rows] if axis == 0 else [[[row[c]] for row in rows] for c in range(shape[1])]


def add_negative_axes(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    x = graph.parameter("X", "i32", [2, 3])
    loop, body = counted(graph, count)
    part = body.parameter("part", "i32", "{{part}}")
    tenfold = body.result(body.op("Multiply", part, body.const("i32", 10), shape="{{part}}"), "tenfold")
    loop.input(x, part, axis="{{cut}}", start=0, end=-1, stride=1, part_size=1)
    graph.result(loop.output(tenfold, shape="?,?", axis="{{join}}", start=0, end=-1, stride="{{width}}", part_size="{{width}}"), "joined")
    values = [1, 2, 3, 4, 5, 6]
    runs = []
    for cut in (0, 1, -1, -2):
        for join in (0, 1, -1, -2):
            parts = lines_of([2, 3], values, cut % 2)
            shape = [len(parts[0]), len(parts[0][0])]
            if join % 2 == 0:
                rows = [row for p in parts for row in p]
            else:
                rows = [[v for p in parts for v in p[r]] for r in range(shape[0])]
            flat = [10 * v for row in rows for v in row]
            runs.append({"name": "cut_%s__join_%s" % (str(cut).replace("-", "m"), str(join).replace("-", "m")),
                         "at": ["%d,%d" % tuple(shape), cut, join, shape[join % 2]], "inputs": {"trip": trip(len(parts))},
                         "outputs": [Tensor("i32", [len(rows), len(rows[0])], flat)]})
    corpus.add("loop/slices/negative_axis", rules=["SLICE-1", "SLICE-5", "OUT-2"], kind="boundary", model=graph.text(),
               oracle="generator: gen/hand_extents.py", weights=graph.weights.data, columns=["part", "cut", "join", "width"], runs=runs,
               inputs={"X": Tensor("i32", [2, 3], values)},
               title="A Loop's input is cut and its output joined along an axis that counts from either end.",
               notes="((1, 2, 3), (4, 5, 6)) is cut into rows or columns. Ten times each is joined side by side or one below the other.")


def add_scan_in_company(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    h0, c = graph.parameter("H0", "i32", "{{width}}"), graph.parameter("C", "i32", [1])
    loop, body = counted(graph, count)
    h, handed = body.parameter("h", "i32", "{{width}}"), body.parameter("c", "i32", [1])
    four = body.const("i32", [4])
    added = body.op("Add", h, handed, shape="{{width}}")
    sum_, other = body.result(added, "sum"), body.result(handed, "other")
    loop.input(h0, h)
    loop.input(c, handed)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[-1], axis=0, start="{{start}}", end="{{end}}", stride="{{stride}}", part_size="{{width}}"), "all")
    graph.result(loop.output(other, shape=[-1]), "last")
    text = rewired(rewired(graph.text(), added.layer, 1, "addend", INSIDE), other, 0, "other", INSIDE)
    runs = []
    for direction, width, ends in (("forward", 1, [0, -1, 1]), ("backward", 1, [-1, 0, -1]), ("forward_by_2", 2, [0, -1, 2]),
                                   ("backward_by_2", 2, [-1, 0, -2])):
        for company, addend, source in (("read", handed, added), ("unread", four, added), ("handed_through", four, handed),
                                        ("read_and_handed_through", handed, handed)):
            for n in (1, 3):
                start = [5, 60][:width]
                parts = [[v + (9 if addend is handed else 4) * (i + 1) for v in start] for i in range(n)]
                joined = [v for part in (parts if ends[2] > 0 else parts[::-1]) for v in part]
                runs.append({"name": "%s__%s__iterations_%d" % (direction, company, n),
                             "at": [width, *ends, *wire(addend), *wire(source)], "inputs": {"trip": trip(n), "H0": i32(*start)},
                             "outputs": [i32(*joined), i32(*(parts[-1] if source is added else [9]))]})
    corpus.add("loop/outputs/scan_beside_an_input", rules=["OUT-2", "OUT-1"], kind="combined", oracle="by-hand", model=text,
               weights=graph.weights.data, runs=runs, inputs={"C": i32(9)},
               columns=["width", "start", "end", "stride", "addend", "addend_port", "other", "other_port"],
               title="A forward or backward scan of parts 1 or 2 wide, next to an invariant input that is read, passed "
                     "through, both or neither.",
               notes="5 and 60 grow by C = 9 to 14, 23, 32 and 69, 78, 87, or by 4 to 9, 13, 17 and 64, 68, 72.")


def add_selected_condition(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    c0, d0 = graph.parameter("C", "boolean", [1, 4]), graph.parameter("D", "boolean", [1, 4])
    loop, body = counted(graph, count)
    c, d = body.parameter("c", "boolean", [1, 4]), body.parameter("d", "boolean", [1, 4])
    turned = body.op("LogicalNot", c)
    selected = body.op("Select", c, c, d, type="boolean", auto_broadcast="numpy")
    result = body.result(body.op("LogicalNot", selected), "next")
    loop.input(c0, c)
    loop.input(d0, d)
    loop.back_edge(result, c)
    graph.result(loop.output(result, shape=[-1, 4], **scan()), "all")
    text = rewired(rewired(graph.text(), selected.layer, 1, "then", INSIDE), selected.layer, 2, "else", INSIDE)
    wires = {"c": wire(c), "d": wire(d), "not_c": wire(turned)}
    start, other = [True, True, False, False], [True, False, True, False]
    runs = []
    for then, otherwise in (("c", "d"), ("d", "c"), ("c", "c"), ("d", "d"), ("not_c", "d"), ("d", "not_c"), ("c", "not_c")):
        values, joined = start, []
        for _ in range(3):
            sides = {"c": values, "d": other, "not_c": [not v for v in values]}
            values = [not (sides[then] if values[i] else sides[otherwise])[i] for i in range(4)]
            joined += values
        runs.append({"name": "then_%s__else_%s" % (then, otherwise), "at": wires[then] + wires[otherwise],
                     "outputs": [Tensor("boolean", [3, 4], joined)]})
    corpus.add("loop/bodies/select_of_its_condition", rules=["BODY-2", "BACK-2"], kind="combined", oracle="generator: gen/hand_extents.py",
               model=text, weights=graph.weights.data, columns=["then", "then_port", "else", "else_port"], runs=runs,
               inputs={"trip": trip(3), "C": Tensor("boolean", [1, 4], start), "D": Tensor("boolean", [1, 4], other)},
               title="A Select's condition is also one or both of the values that it chooses from.",
               notes="c' = not Select(c, ...), three times, from c = (T, T, F, F) and d = (T, F, T, F).")


def add_reduced_unsqueeze(corpus):
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2, 3])
    axes = {n: graph.const("i64", n) for n in range(-3, 3)}
    wide = graph.op("Unsqueeze", x, axes[0], shape="?,?,?")
    sums = graph.op("ReduceSum", wide, axes[1], keep_dims="{{keep}}", shape="?")
    graph.result(sums, "sums")
    text = rewired(rewired(graph.text(), wide.layer, 1, "new", OUTSIDE), sums.layer, 1, "over", OUTSIDE)
    values, runs = [[1, 2, 3], [10, 20, 30]], []
    for new in range(3):
        sizes = [2, 3]
        sizes.insert(new, 1)
        for over in range(-3, 3):
            axis = over % 3
            for keep in (True, False):
                shape = sizes[:axis] + ([1] if keep else []) + sizes[axis + 1:]
                if axis == new:
                    flat = values[0] + values[1]
                elif axis == (1 if new == 0 else 0):
                    flat = [a + b for a, b in zip(*values)]
                else:
                    flat = [sum(row) for row in values]
                runs.append({"name": "at_%d__over_%s__keep_%d" % (new, str(over).replace("-", "m"), keep),
                             "at": [str(keep).lower(), *wire(axes[new]), *wire(axes[over])],
                             "outputs": [Tensor("i32", shape, flat)]})
    corpus.add("numeric/sums_over_a_new_axis", rules=["OP-5", "NUM-3"], kind="boundary", oracle="by-hand", model=text, runs=runs,
               weights=graph.weights.data, columns=["keep", "new", "new_port", "over", "over_port"],
               inputs={"X": Tensor("i32", [2, 3], values[0] + values[1])},
               title="ReduceSum over any axis, counted from either end, after Unsqueeze has added an axis.",
               notes="((1, 2, 3), (10, 20, 30)): over its rows 11, 22, 33; over its columns 6, 60; over the new axis, unchanged.")


def add_cases(corpus):
    for form in ("loop", "tensor_iterator"):
        add_growing(corpus, form)
    for add in (add_negative_axes, add_scan_in_company, add_selected_condition, add_reduced_unsqueeze):
        add(corpus)
