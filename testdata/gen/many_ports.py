"""Loops with many ports: back edges in long cycles, and more inputs and outputs than a small table holds."""

import ir
from case import Tensor
from frames import TYPES, count_of, i32, joined, repeated, trips

ORACLE = "generator: gen/many_ports.py"


def start_of(port):
    return [1000 * (port + 1) + 7, -3 * port - 5]


def cycles_of(lengths):
    """The Parameter that takes Result k, for cycles of these lengths: in each one k moves to the one before."""
    target, first = {}, 0
    for length in lengths:
        for at in range(length):
            target[first + at] = first + (at - 1) % length
        first += length
    return target


def line(values):
    return Tensor("i64", [len(values) // 2, 2], values)


def add_cycles(corpus, form, lengths, adds):
    ports = sum(lengths)
    target = cycles_of(lengths)
    source = {to: k for k, to in target.items()}
    graph = ir.Graph()
    count = count_of(form, graph)
    starts = [graph.const("i64", start_of(k), [1, 2]) if k % 3 == 1 else graph.parameter("S%d" % k, "i64", [1, 2]) for k in range(ports)]
    loop, body, _ = repeated(form, graph, count)
    inner = [body.parameter("s%d" % k, "i64", [1, 2]) for k in range(ports)]
    results = [body.result(body.op("Add", v, body.const("i64", [k + 1, -1], [1, 2])) if adds else v, "r%d" % k) for k, v in enumerate(inner)]
    for outer, v in zip(starts, inner):
        loop.input(outer, v)
    for k in range(ports):
        loop.back_edge(results[k], inner[target[k]])
    for result in results:
        graph.result(loop.output(result, shape=[1, 2]), "last_" + result.name)
    seen = results[ports // 2]
    graph.result(loop.output(seen, shape=[-1, 2], **joined(form)), "all_" + seen.name)
    runs = []
    for n in sorted({1, 2, 3, max(lengths) - 1, max(lengths), max(lengths) + 1, 2 * ports + 3}):
        values, parts = {k: start_of(k) for k in range(ports)}, []
        for _ in range(n):
            given = {k: [v + (k + 1 if at == 0 else -1) * adds for at, v in enumerate(values[k])] for k in range(ports)}
            parts += given[ports // 2]
            values = {k: given[source[k]] for k in range(ports)}
        runs.append({"name": "iterations_%d" % n, "inputs": {"trip": trips(form, n)},
                     "outputs": [line(given[k]) for k in range(ports)] + [line(parts)]})
    name = "_".join(map(str, lengths))
    corpus.add("%s/back_edges/cycles%s/%s" % (form, "_with_additions" if adds else "", name), rules=["BACK-1", "BACK-2", "OUT-1", "OUT-2"], kind="combined",
               oracle=ORACLE, model=graph.text(), weights=graph.weights.data,
               inputs={"S%d" % k: line(start_of(k)) for k in range(ports) if k % 3 != 1}, runs=runs,
               title="Back edges of a %s move the values of %d Parameters in %s." % (
                   TYPES[form], ports, "a cycle" if len(lengths) == 1 else "cycles of " + ", ".join(map(str, lengths))),
               notes="In each cycle a Result feeds the Parameter before its own one, and the first Result the last Parameter. "
                     + ("Result k adds (k + 1, -1) to its Parameter." if adds else "Each Result is its Parameter.")
                     + " Every third initial value is a constant.")


def add_wide(corpus, form, ports):
    """Sliced inputs, invariant inputs and scan outputs, `ports` of each, in mixed order."""
    graph = ir.Graph()
    count = count_of(form, graph)
    xs = [graph.parameter("X%d" % k, "i32", [-1]) for k in range(ports)]
    ws = [graph.parameter("W%d" % k, "i32", [1]) for k in range(ports)]
    loop, body, _ = repeated(form, graph, count)
    parts = [body.parameter("x%d" % k, "i32", [1]) for k in range(ports)]
    whole = [body.parameter("w%d" % k, "i32", [1]) for k in range(ports)]
    sums = [body.result(body.op("Add", x, whole[ports - 1 - k]), "sum%d" % k) for k, x in enumerate(parts)]
    order = [(7 * k + 3) % ports for k in range(ports)]
    assert sorted(order) == list(range(ports))
    for k in order:
        loop.input(xs[k], parts[k], **joined(form))
        loop.input(ws[k], whole[k])
    outputs = {}
    for k in reversed(order):
        outputs[k] = (loop.output(sums[k], shape=[-1], **joined(form)), loop.output(sums[k], shape=[1]))
    for k in range(ports):
        graph.result(outputs[k][0], "all%d" % k)
        graph.result(outputs[k][1], "last%d" % k)
    runs = []
    for n in (1, 2, 5):
        x = [[100 * k + 10 * i + 1 for i in range(n)] for k in range(ports)]
        w = [-7 * k - 2 for k in range(ports)]
        outs = []
        for k in range(ports):
            values = [v + w[ports - 1 - k] for v in x[k]]
            outs += [i32(*values), i32(values[-1])]
        runs.append({"name": "parts_%d" % n, "inputs": {"trip": trips(form, n), **{"X%d" % k: i32(*v) for k, v in enumerate(x)},
                                                        **{"W%d" % k: i32(v) for k, v in enumerate(w)}}, "outputs": outs})
    corpus.add("%s/outputs/many_ports/%d" % (form, 4 * ports), rules=["PORT-1", "PORT-2", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE,
               model=graph.text(), weights=graph.weights.data, runs=runs,
               title="A %s has %d sliced inputs, %d invariant inputs and %d outputs." % (TYPES[form], ports, ports, 2 * ports),
               notes="x of port k is 100 k + 10 i + 1, and w of port k is -7 k - 2. Sum k adds w of the opposite port to x of port k.")


def add_shared_results(corpus, form):
    """Last values and scan outputs of three Results, which alternate on ten ports."""
    graph = ir.Graph()
    count = count_of(form, graph)
    starts = [graph.parameter("S%d" % k, "i64", [1, 2]) for k in range(3)]
    loop, body, _ = repeated(form, graph, count)
    inner = [body.parameter("s%d" % k, "i64", [1, 2]) for k in range(3)]
    results = [body.result(body.op("Add", v, body.const("i64", [k + 1, -1], [1, 2])), "r%d" % k) for k, v in enumerate(inner)]
    for outer, v in zip(starts, inner):
        loop.input(outer, v)
    for k in range(3):
        loop.back_edge(results[k], inner[(k + 1) % 3])
    ports = [(0, 0), (1, 0), (0, 0), (2, 1), (1, 0), (2, 0), (0, 1), (0, 0), (2, 1), (1, 1)]
    for at, (k, is_joined) in enumerate(ports):
        entry = joined(form) if is_joined else {}
        graph.result(loop.output(results[k], shape=[-1, 2], **entry), "out%d" % at)
    runs = []
    for n in (1, 2, 4):
        values, seen = [start_of(k) for k in range(3)], ([], [], [])
        for _ in range(n):
            given = [[v[0] + k + 1, v[1] - 1] for k, v in enumerate(values)]
            for kept, v in zip(seen, given):
                kept.extend(v)
            values = [given[(k - 1) % 3] for k in range(3)]
        runs.append({"name": "iterations_%d" % n, "inputs": {"trip": trips(form, n), **{"S%d" % k: line(start_of(k)) for k in range(3)}},
                     "outputs": [line(seen[k] if is_joined else given[k]) for k, is_joined in ports]})
    corpus.add("%s/outputs/results_on_ten_ports" % form, rules=["PORT-2", "OUT-1", "OUT-2", "OUT-5"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, runs=runs, title="Three Results of a %s are last values and scan outputs on ten ports, one after the other." % TYPES[form],
               notes="Result k adds (k + 1, -1) to its Parameter and feeds the next one.")


def add_cases(corpus):
    for form in ("loop", "tensor_iterator"):
        add_shared_results(corpus, form)
    for form in ("loop", "tensor_iterator"):
        for lengths in ([3], [4], [5], [9], [17], [2, 3, 4], [3, 3, 1, 3]):
            for adds in (False, True):
                add_cycles(corpus, form, lengths, adds)
        for ports in (5, 9, 17):
            add_wide(corpus, form, ports)
