"""All 27 wirings of three back edges, written in every order, with and without operations (BACK-1, BACK-2).

The oracle unrolls the loop: it computes the three Results from the three old values, then assigns all of them.
"""

import itertools

import case
import ir

START = [5, 70, 900]
FACTORS = [2, 3, -1]
PARAMETERS = ["from_a", "to_a", "from_b", "to_b", "from_c", "to_c"]
# The ids that ir.py gives to the Parameters and Results of the bodies below: the first three and the last three
# layers. add_cases checks them.


def model(kind, operations):
    graph = ir.Graph()
    if kind == "Loop":
        trip = graph.parameter("trip", "i64", [])
        condition = graph.const("boolean", True)
    else:
        x = graph.parameter("X", "i64", [-1])
    outer = [graph.parameter("start_%d" % j, "i64", [1]) for j in range(3)]
    body = graph.body()
    inner = [body.parameter("p%d" % j, "i64", [1]) for j in range(3)]
    extra = body.const("boolean", True) if kind == "Loop" else body.parameter("part", "i64", [1])
    values = inner
    if operations:
        values = [body.op("Multiply", p, body.const("i64", [factor])) for p, factor in zip(inner, FACTORS)]
    if kind == "Loop":
        more = body.result(extra, "more")
    results = [body.result(v, "r%d" % j) for j, v in enumerate(values)]
    if kind == "Loop":
        loop = graph.loop(body, trip, condition)
        loop.execution_condition(more)
    else:
        loop = graph.tensor_iterator(body)
        loop.input(x, extra, axis=0)
    for value, parameter in zip(outer, inner):
        loop.input(value, parameter)
    loop.back_edges = [("{{from_%s}}" % e, "{{to_%s}}" % e) for e in "abc"]
    number = body.result(extra, "number") if kind == "TensorIterator" else None
    for j, result in enumerate(results):
        graph.result(loop.output(result, shape=[1]), "last_%d" % j)
    for j, result in enumerate(results):
        graph.result(loop.output(result, shape=[-1], axis=0), "all_%d" % j)
    if number:
        graph.result(loop.output(number, shape=[-1], axis=0), "numbers")
    return graph, [r.id for r in results]


def unroll(function, n, factors):
    values, seen = list(START), [[], [], []]
    results = None
    for _ in range(n):
        results = [values[j] * factors[j] for j in range(3)]
        for j in range(3):
            seen[j].append(results[j])
        values = [results[function[j]] for j in range(3)]
    return results, seen


def expected(kind, function, n, factors):
    results, seen = unroll(function, n, factors)
    if n == 0:
        fed = [[j for j in range(3) if function[j] == r] for r in range(3)]
        if any(len(targets) != 1 for targets in fed):
            return {"tier": "survey", **case.rejected("run", ["ZERO-1", "ZERO-3"])}
        results = [START[targets[0]] for targets in fed]
    return {"outputs": [case.Tensor("i64", [1], [v]) for v in results] +
                       [case.Tensor("i64", [n], v) for v in seen] +
                       [case.Tensor("i64", [n], list(range(n)))] * (kind == "TensorIterator")}


def runs(kind, result_ids, factors):
    out = []
    for function in itertools.product(range(3), repeat=3):
        for order in itertools.permutations(range(3)):
            at = [id_ for j in order for id_ in (result_ids[function[j]], j)]
            for n in range(5):
                if order != (0, 1, 2) and n in (0, 1):
                    continue
                decided = {"tier": "survey"} if kind == "TensorIterator" and n == 0 else {}  # SLICE-8
                out.append({
                    "name": "p0_p1_p2_from_%s__written_%s__iterations_%d" % (
                        "".join(map(str, function)), "".join(map(str, order)), n),
                    "at": at, "inputs": {"trip" if kind == "Loop" else "X": "n %d" % n}, **decided,
                    **expected(kind, function, n, factors)})
    return out


def add_cases(corpus):
    for kind, folder in (("Loop", "loop"), ("TensorIterator", "tensor_iterator")):
        for operations in (False, True):
            graph, result_ids = model(kind, operations)
            factors = FACTORS if operations else [1, 1, 1]
            name = "with_operations" if operations else "wires_alone"
            lengths = {"n %d" % n: case.scalar("i64", n) if kind == "Loop" else
                       case.Tensor("i64", [n], list(range(n))) for n in range(5)}
            corpus.add(
                "%s/back_edge_grid/%s" % (folder, name),
                title="In a %s three back edges all read old values, for every wiring and every order of writing, with %s between "
                      "Parameter and Result." % (kind, "a multiplication" if operations else "nothing"),
                rules=["BACK-1", "BACK-2", "ZERO-1", "ZERO-3", "OUT-1", "OUT-5"], kind="combined",
                oracle="generator: gen/back_edge_grid.py",
                notes="Result j is Parameter j%s. Digit j of the run name tells which Result feeds Parameter j."
                      % (" times %s" % FACTORS if operations else ""),
                model=graph.text(), weights=graph.weights.data, columns=PARAMETERS, tensors=lengths,
                inputs={"start_%d" % j: case.Tensor("i64", [1], [START[j]]) for j in range(3)},
                runs=runs(kind, result_ids, factors))
