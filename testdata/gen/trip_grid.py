"""Every trip count, initial condition, last iteration and sliced length up to 4 (TRIP, COND, SLICE-9).

The oracle is the `for` statement of the page, written out.
"""

import case
import ir

NEVER = 9
BOUND = 5
X = [[10 * k + 1, 10 * k + 2] for k in range(BOUND)]
H0 = [-7, -8]


def iterations(trip, condition, ends):
    """The number of iterations of the page's loop; None if it never ends."""
    if trip is None and condition and ends == NEVER:
        return None
    k = 0
    while condition and (trip is None or k < trip):
        condition = k != ends
        k += 1
    return k


def expected(n, length):
    """H holds the part of the last iteration; parts and iteration numbers are joined along axis 0."""
    if n is None or n > length:
        return case.rejected("run", "SLICE-9")
    return outputs(n)


def outputs(n):
    last = X[n - 1] if n else H0
    return {"outputs": [case.Tensor("i32", [1, 2], last),
                        case.Tensor("i32", [n, 2], [v for k in range(n) for v in X[k]]),
                        case.Tensor("i64", [n], list(range(n)))]}


def with_slice(by_table):
    """H' = part; the condition is iteration != stop, or a part of a table that goes directly to its Result."""
    graph = ir.Graph()
    trip = graph.parameter("trip", "i64", [])
    condition = graph.parameter("condition", "boolean", [])
    ends = graph.parameter("table", "boolean", [-1]) if by_table else graph.parameter("stop", "i64", [])
    x = graph.parameter("X", "i32", [-1, 2])
    h0 = graph.parameter("H0", "i32", [1, 2])
    body = graph.body()
    k = body.parameter("k", "i64", [])
    part = body.parameter("part", "i32", [1, 2])
    h = body.parameter("h", "i32", [1, 2])
    stop = body.parameter("stop", "boolean" if by_table else "i64", [1] if by_table else [])
    go = stop if by_table else body.op("NotEqual", k, stop)
    more = body.result(go, "more")
    kept = body.result(part, "kept")
    number = body.result(k, "number")
    body.result(h, "unused")
    loop = graph.loop(body, trip, condition)
    loop.input(x, part, axis=0, start=0, end=-1, stride=1, part_size=1)
    loop.input(h0, h)
    loop.input(ends, stop, **({"axis": 0} if by_table else {}))
    loop.current_iteration(k)
    loop.execution_condition(more)
    loop.back_edge(kept, h)
    for name, result, shape, attributes in (("last", kept, [1, 2], {}), ("parts", kept, [-1, 2], {"axis": 0}),
                                            ("numbers", number, [-1], {"axis": 0})):
        graph.result(loop.output(result, shape=shape, **attributes), name)
    return graph


def slice_runs(by_table):
    runs = []
    for length in range(BOUND):
        for trip in (-1, 0, 1, 2, 3, 4):
            for condition in (False, True):
                for ends in (0, 1, 2, 3, 4, NEVER):
                    n = iterations(None if trip == -1 else trip, condition, ends)
                    result = expected(n, length)
                    row = {"name": "trip_%s__condition_%d__ends_%s__length_%d" % (
                        "m1" if trip == -1 else trip, condition, "never" if ends == NEVER else ends, length)}
                    inputs = {"trip": "trip %d" % trip, "condition": "%s" % condition, "X": "X %d" % length}
                    if by_table:
                        inputs["table"] = "ends %d length %d" % (ends, length)
                    else:
                        inputs["stop"] = "stop %d" % ends
                    if "rejected" in result or length == 0:  # SLICE-8, SLICE-9
                        row["tier"] = "survey"
                    if "rejected" in result and length == 0:
                        result = {"any_of": [outputs(0), result]}
                    runs.append({**row, "inputs": inputs, **result})
    return runs


def tensors(by_table):
    out = {"trip %d" % n: case.scalar("i64", n) for n in range(-1, 5)}
    out.update({str(c): case.scalar("boolean", c) for c in (False, True)})
    for length in range(BOUND):
        out["X %d" % length] = case.Tensor("i32", [length, 2], [v for row in X[:length] for v in row])
    for ends in (0, 1, 2, 3, 4, NEVER):
        if by_table:
            for length in range(BOUND):
                out["ends %d length %d" % (ends, length)] = case.Tensor(
                    "boolean", [length], [k != ends for k in range(length)])
        else:
            out["stop %d" % ends] = case.scalar("i64", ends)
    return out


def unsliced(draft, has_trip=True, has_condition=True):
    """No sliced input: h' = h + step, so the last value counts the iterations."""
    graph = ir.Graph()
    trip = graph.parameter("trip", "i64", []) if has_trip else None
    condition = graph.parameter("condition", "boolean", []) if has_condition else None
    h0 = graph.parameter("H0", "i32", [2])
    stop = graph.parameter("stop", "i64", [])
    step = graph.parameter("step", "i32", [2])
    body = graph.body()
    k = body.parameter("k", "i64", [])
    h = body.parameter("h", "i32", [2])
    inner_stop = body.parameter("inner_stop", "i64", [])
    inner_step = body.parameter("inner_step", "i32", [2])
    gate = body.parameter("gate", "boolean", []) if draft and has_condition else None
    more = body.result(body.op("NotEqual", k, inner_stop), "more")
    sum_ = body.result(body.op("Add", h, inner_step), "sum")
    before = body.result(h, "before")
    if draft:
        loop = graph.draft_loop(body)
        if has_condition:
            loop.input(condition, gate, condition="True")
            loop.back_edge(more, gate)
        if has_trip:
            loop.wire(trip)
    else:
        loop = graph.loop(body, trip, condition)
        loop.current_iteration(k)
        loop.execution_condition(more)
    loop.input(h0, h)
    loop.input(stop, inner_stop)
    loop.input(step, inner_step)
    loop.back_edge(sum_, h)
    graph.result(loop.output(sum_, shape=[2]), "last")
    wide = {} if draft else {"start": 0, "end": -1, "stride": 2, "part_size": 2}
    graph.result(loop.output(before, shape=[-1], axis=0, **wide), "values_before")
    return graph


def unsliced_runs(has_trip, has_condition, draft):
    runs = []
    for trip in ((0, 1, 2, 3, 4) if has_trip else (None,)) + (() if draft else (-1,)):
        for condition in (False, True) if has_condition else (None,):
            for ends in (0, 1, 2, 3, 4, NEVER):
                bound = None if trip == -1 else trip
                n = iterations(bound, True, NEVER) if condition is None else iterations(bound, condition, ends)
                if n is None:
                    continue
                h, seen = [100, 200], []
                for _ in range(n):
                    seen += h
                    h = [h[0] + 3, h[1] - 5]
                words, inputs = [], {"stop": "stop %d" % ends}
                if has_trip:
                    words.append("trip_%s" % ("m1" if trip == -1 else trip))
                    inputs["trip"] = "trip %d" % trip
                if has_condition:
                    words.append("condition_%d" % condition)
                    inputs["condition"] = str(condition)
                words.append("ends_%s" % ("never" if ends == NEVER else ends))
                runs.append({"name": "__".join(words), **({"tier": "survey"} if draft else {}), "inputs": inputs,
                             "outputs": [case.Tensor("i32", [2], h), case.Tensor("i32", [2 * n], seen)]})
    return runs


def add_cases(corpus):
    rules = ["TRIP-2", "TRIP-3", "COND-1", "COND-2", "SLICE-9", "ITER-1", "ZERO-1", "ZERO-2", "OUT-1", "OUT-2"]
    for by_table, name, title in (
            (False, "computed", "A loop over parts stops at the trip count or at the computed condition, whichever "
                                "comes first; without either it must not read past the last part."),
            (True, "from_a_part", "The condition is a part of a table, goes directly to its Result, and gates the "
                                  "next iteration.")):
        graph = with_slice(by_table)
        corpus.add("loop/trip_grid/condition_%s" % name, title=title, rules=rules, kind="combined",
                   oracle="generator: gen/trip_grid.py", model=graph.text(), weights=graph.weights.data,
                   notes="X[k] = (10 k + 1, 10 k + 2). The condition is false in iteration `ends` and true in all others. "
                         "With no part at all both SLICE-8 and SLICE-9 apply: either result is accepted.",
                   tensors=tensors(by_table), inputs={"H0": case.Tensor("i32", [1, 2], H0)},
                   runs=slice_runs(by_table))
    for draft, has_trip, has_condition, name in (
            (False, True, True, "loop/trip_grid/unsliced"), (True, True, True, "loop/draft_grid/trip_and_condition"),
            (True, True, False, "loop/draft_grid/trip_alone"), (True, False, True, "loop/draft_grid/condition_alone")):
        graph = unsliced(draft, has_trip, has_condition)
        wired = [w for w, there in (("trip count", has_trip), ("initial condition", has_condition)) if there]
        used = {k: v for k, v in tensors(False).items() if k.startswith("stop") or (has_trip and "trip" in k) or (
            has_condition and k in ("True", "False"))}
        if draft or not has_trip:
            used.pop("trip -1", None)
        corpus.add(name, title="A %s without sliced inputs, with %s, runs as often as the page's for statement." % (
                       "draft Loop" if draft else "Loop", " and ".join(wired) if len(wired) > 1 else "only " + wired[0]),
                   rules=["TRIP-2", "TRIP-3", "COND-1", "COND-2"] + (["COND-3", "COND-4", "TRIP-5", "ITER-2"] if draft
                                                                     else []),
                   oracle="generator: gen/trip_grid.py", model=graph.text(), kind="combined", tensors=used,
                   notes="h starts at (100, 200) and grows by (3, -5). The values before each addition are joined.",
                   inputs={"H0": case.Tensor("i32", [2], [100, 200]), "step": case.Tensor("i32", [2], [3, -5])},
                   runs=unsliced_runs(has_trip, has_condition, draft))
