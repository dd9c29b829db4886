"""Ports in any order, parts that are not there, a number of open shape, and loops without outputs, by hand."""

import ir
from case import Tensor, rejected
from frames import counted, flag, i32, scan, trip


def with_ports(text, layer, ids, first):
    """The text in which the ports of a layer from `first` on have these ids; edges name them so too."""
    head, mark, rest = text.partition('<layer id="%d"' % layer.id)
    block, end, tail = rest.partition("</layer>")
    for k, id_ in enumerate(ids):
        block = block.replace('<port id="%d"' % (first + k), '<port id="%s"' % id_)
        for side in ("to", "from"):
            tail = tail.replace('%s-layer="%d" %s-port="%d"' % (side, layer.id, side, first + k),
                                '%s-layer="%d" %s-port="%s"' % (side, layer.id, side, id_))
    return head + mark + block + end + tail


def add_order_of_ports(corpus):
    graph = ir.Graph()
    x, y = graph.parameter("X", "i32", [2]), graph.parameter("Y", "i32", [2])
    difference = graph.op("Subtract", x, y)
    first, second = graph.op("Split", difference, graph.const("i64", 0), outputs=[("i32", [1])] * 2, num_splits=2)
    graph.result(difference, "difference")
    graph.result(first, "first")
    graph.result(second, "second")
    text = with_ports(graph.text(), difference.layer, ["{{a}}", "{{b}}"], 0)
    text = with_ports(text, first.layer, ["{{c}}", "{{d}}"], 2)
    runs = [{"name": name, "at": ids, "inputs": {"X": i32(10, 50), "Y": i32(3, 9)}, "outputs": [i32(7, 41), i32(7), i32(41)]}
            for name, ids in (("ascending", [0, 1, 2, 3]), ("descending", [1, 0, 3, 2]), ("gaps", [7, 3, 9, 4]), ("equal_sides", [5, 0, 5, 0]))]
    corpus.add("plumbing/ports/order", rules=["OP-3", "GRAPH-1"], oracle="by-hand", kind="boundary", model=text, weights=graph.weights.data,
               columns=["a", "b", "c", "d"], runs=runs,
               title="The ports of a layer have the order of the file, whatever their ids are.",
               notes="(10, 50) - (3, 9) = (7, 41), which Split cuts into (7) and (41). By the order of the ids it would be (-7, -41), and (41) the first.")


def doubled(graph, body, loop, x):
    """x is cut into parts of 1; the doubled part goes back to the Parameter. Results: the last S, and all."""
    part = body.parameter("part", "i32", [1])
    s = body.result(body.op("Add", part, part), "s")
    loop.input(x, part, **scan())
    loop.back_edge(s, part)
    graph.result(loop.output(s, shape=[1]), "last")
    graph.result(loop.output(s, shape=[-1], **scan()), "all")


def add_first_part(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [-1])
    doubled(graph, *reversed(counted(graph, count)), x)
    none = i32()
    corpus.add("loop/zero_iterations/first_part", rules=["ZERO-1", "BACK-3", "SLICE-9"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data,
               title="The initial value of a sliced Parameter with a back edge is the first part, if there is one.",
               notes="S = part + part; (7, 9) has the parts (7), (9). One iteration gives 14, and none gives the first part 7.",
               runs=[{"name": "one", "inputs": {"trip": trip(1), "X": i32(7, 9)}, "outputs": [i32(14), i32(14)]},
                     {"name": "none", "tier": "survey", "inputs": {"trip": trip(0), "X": i32(7, 9)}, "outputs": [i32(7), none]},
                     {"name": "no_part", "tier": "survey", "inputs": {"trip": trip(0), "X": none}, **rejected("run", "SLICE-9")}])

    graph = ir.Graph()
    x = graph.parameter("X", "i32", [-1])
    body = graph.body()
    doubled(graph, body, graph.tensor_iterator(body), x)
    corpus.add("tensor_iterator/back_edges/first_part", rules=["ZERO-1", "BACK-3", "SLICE-8", "SLICE-9"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data,
               title="A sliced Parameter with a back edge has no initial value if its axis is empty.",
               notes="S = part + part. The only part 7 gives 14.",
               runs=[{"name": "one", "inputs": {"X": i32(7)}, "outputs": [i32(14), i32(14)]},
                     {"name": "no_part", "tier": "survey", "inputs": {"X": none}, **rejected("run", "SLICE-9")}])


def add_open_number(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i64", [1, 3])
    loop, body = counted(graph, count)
    k = body.parameter("k", "i64", "{{shape}}")
    table = body.parameter("x", "i64", [1, 3])
    loop.current_iteration(k)
    loop.input(x, table)
    added = body.result(body.op("Add", table, k, shape=[-1, -1]), "added")
    column = body.result(body.op("Unsqueeze", k, body.const("i64", [0]), shape=[1, -1]), "column")
    graph.result(loop.output(added, shape=[-1, -1], axis=0), "added")
    graph.result(loop.output(column, shape=[-1, -1], axis=0), "column")
    rows = [4, 5, 6]
    both = Tensor("i64", [2, 3], rows + [v + 1 for v in rows])
    runs = []
    for name, shape, one in (("scalar", "", []), ("any_rank", "...", []), ("one", "1", [1]), ("any_size", "?", [1])):
        tier = {"tier": "survey"}
        runs.append({"name": name + "__two", "at": [shape], **(tier if shape in ("...", "?") else {}), "inputs": {"trip": trip(2)},
                     "outputs": [both, Tensor("i64", [2] + one, [0, 1])]})
        runs.append({"name": name + "__none", "at": [shape], **tier, "inputs": {"trip": trip(0)},
                     "outputs": [Tensor("i64", [0, 3], []), Tensor("i64", [0] + one, [])]})
    corpus.add("loop/zero_iterations/number_of_open_shape", rules=["ZERO-2", "ITER-1"], oracle="by-hand", kind="combined",
               model=graph.text(), weights=graph.weights.data, columns=["shape"], runs=runs, inputs={"X": Tensor("i64", [1, 3], rows)},
               title="The shape of the current iteration is known without an iteration, although its Parameter leaves it open.",
               notes="x + k has 3 columns, because k is a scalar or [1]. The column of k has one axis, or two of which the second has size 1.")


def add_without_elements(corpus):
    graph = ir.Graph()
    count, x = graph.parameter("trip", "i64", []), graph.parameter("X", "i8", [-1, 0])
    loop, body = counted(graph, count)
    inner = body.parameter("x", "i8", [-1, 0])
    loop.input(x, inner)
    graph.result(loop.output(body.result(inner), shape=[-1, 0], axis=0), "all")
    runs = [{"name": "three", "tier": "survey", "inputs": {"trip": trip(3), "X": Tensor("i8", [5, 0], [])}, "outputs": [Tensor("i8", [15, 0], [])]},
            {"name": "two_pow_62", "tier": "survey", "inputs": {"trip": trip(2), "X": Tensor("i8", [2**61, 0], [])}, "outputs": [Tensor("i8", [2**62, 0], [])]}]
    runs += [{"name": "%d_pow_61" % n, "inputs": {"trip": trip(n), "X": Tensor("i8", [2**61, 0], [])}, **rejected("run", "LIMIT-4")} for n in (4, 8, 9)]
    corpus.add("loop/outputs/parts_without_elements", rules=["OUT-2", "LIMIT-4"], oracle="by-hand", kind="boundary",
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="Parts without elements have a joined length, which the limit of sizes holds for.",
               notes="2 times 2^61 is 2^62, the limit. 4 times is 2^63, which is negative in 64 bits; 8 and 9 times would be 0 and 2^61.")


def add_no_outputs(corpus):
    graph = ir.Graph()
    count, x, c = graph.parameter("trip", "i64", []), graph.parameter("X", "i32", [2]), graph.parameter("C", "boolean", [])
    loop, body = counted(graph, count)
    unread = body.parameter("x", "i32", [2])
    body.result(body.op("Add", unread, unread), "sum")
    loop.input(x, unread)
    parts = graph.body()
    part = parts.parameter("part", "i32", [1])
    parts.result(part, "same")
    graph.tensor_iterator(parts).input(x, part, **scan())
    branches = graph.body(), graph.body()
    for branch in branches:
        branch.result(branch.const("i32", 5), "five")
    ir.If(graph, c, *branches)
    graph.result(graph.op("Add", x, x), "Y")
    corpus.add("loop/outputs/none", rules=["GRAPH-1"], oracle="by-hand", kind="boundary", model=graph.text(), weights=graph.weights.data,
               title="A Loop, a TensorIterator and an If without outputs change nothing.", notes="Y = X + X.", inputs={"X": i32(3, 4)},
               runs=[{"name": name, "tier": "survey", "inputs": {"trip": trip(n), "C": flag(n > 0)}, "outputs": [i32(6, 8)]}
                     for name, n in (("none", 0), ("two", 2))])


def add_cases(corpus):
    add_without_elements(corpus)
    add_order_of_ports(corpus)
    add_first_part(corpus)
    add_open_number(corpus)
    add_no_outputs(corpus)
