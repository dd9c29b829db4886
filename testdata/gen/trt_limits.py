"""Every combination of a count, a first false condition and an iterated length up to 4 (TRT-5 to TRT-8).

The rows come in both directions (TRT-4). The condition is computed from a recurrence, or an iterator reads it
from a table, or it is invariant.
The oracle is gen/lazy_network.py.
"""

from trt_network import Calls, Raw, add_network, array, grid_run

NEVER = 9
LENGTHS = range(5)
ROWS = [[10 * k + 1, 10 * k + 2] for k in range(5)]
WORDS = {("kCOUNT",): "a count", ("kWHILE",): "a condition", ("kCOUNT", "kWHILE"): "a count and a condition"}


def network(limits, by_table):
    """acc is 100 + the rows before, k counts, and the rows are joined to 5 positions."""
    calls = Calls()
    count = calls.input("n", "kINT32") if "kCOUNT" in limits else None
    ends = calls.input("table", "kBOOL", [-1]) if by_table else calls.input("stop") if "kWHILE" in limits else None
    x = calls.input("X", dimensions=[-1, 2])
    loop = calls.loop()
    row = calls.iterator(loop, x, "row", **({} if by_table else {"reverse": Raw("{{reverse}}")}))
    k = calls.counter(loop)
    acc = calls.recurrence(loop, calls.constant([100, 200], dimensions=[2]), "acc")
    calls.step(acc, calls.elementwise(acc, row, "kSUM", "sum"))
    if count:
        calls.limit(loop, count, "kCOUNT")
    if ends:
        go = calls.iterator(loop, ends, "go") if by_table else calls.elementwise(k, ends, "kLESS", "go")
        calls.limit(loop, go, "kWHILE")
    calls.output(calls.last(loop, acc, "total"), calls.last(loop, k, "trips"), calls.stacked(loop, row, 5, "rows"))
    return calls.text()


def runs(text, limits, by_table, reverse):
    out = []
    for length in LENGTHS:
        for count in range(5) if "kCOUNT" in limits else [None]:
            for stop in (0, 1, 2, 3, 4, NEVER) if "kWHILE" in limits else [None]:
                if by_table and stop != NEVER and stop >= length:
                    continue  # the same table as NEVER
                words, inputs = ["backward"] * (reverse == "true") + ["length_%d" % length], {}
                if count is not None:
                    words.append("count_%d" % count)
                    inputs["n"] = array("kINT32", [], [count])
                if stop is not None:
                    words.append("false_at_%s" % ("none" if stop == NEVER else stop))
                    if by_table:
                        inputs["table"] = array("kBOOL", [length], [k != stop for k in range(length)])
                    else:
                        inputs["stop"] = array("kFLOAT", [], [stop])
                inputs["X"] = array("kFLOAT", [length, 2], [v for row in ROWS[:length] for v in row])
                columns, at = (["reverse"], [reverse]) if reverse else (None, None)
                out.append(grid_run(text, "__".join(words), inputs, columns=columns, at=at, shapes={"row": ("kFLOAT", (2,))}))
    return out


def invariant():
    """The condition comes from outside: the count decides, or nothing runs."""
    calls = Calls()
    n, go = calls.input("n", "kINT32"), calls.input("go", "kBOOL")
    loop = calls.loop()
    k = calls.counter(loop)
    calls.limit(loop, go, "kWHILE")
    calls.limit(loop, n, "kCOUNT")
    calls.output(calls.last(loop, k, "trips"), calls.stacked(loop, k, 4, "numbers"))
    return calls.text()


def add_cases(corpus):
    for limits, words in WORDS.items():
        for by_table in (False, True) if "kWHILE" in limits else (False,):
            text = network(limits, by_table)
            name = "_and_".join(kind[1:].lower() for kind in limits) + ("_from_a_table" if by_table else "")
            add_network(corpus, "limits/" + name, text, kind="combined", oracle="generator: gen/trt_limits.py",
                        title="A loop over the rows of a tensor ends at %s%s, and must not read past the last row." % (
                            words, " from a table" if by_table else ""),
                        rules=["TRT-1", "TRT-2", "TRT-4", "TRT-5", "SLICE-9"] + ["TRT-6"] * ("kCOUNT" in limits) + ["TRT-7"] * (
                            "kWHILE" in limits) + ["TRT-8"] * (len(limits) == 2) + ["TRT-10", "TRT-14"],
                        notes="X[k] = (10 k + 1, 10 k + 2). The sum of the rows starts at (100, 200).",
                        **({} if by_table else {"columns": ["reverse"]}),
                        runs=[run for reverse in ((None,) if by_table else ("false", "true")) for run in runs(text, limits, by_table, reverse)])
    text = invariant()
    add_network(corpus, "limits/invariant_condition", text, kind="combined", oracle="generator: gen/trt_limits.py",
                title="A condition from outside the loop is the same in every iteration.", rules=["TRT-1", "TRT-7", "TRT-8"],
                runs=[grid_run(text, "count_%s__condition_%d" % (n if n >= 0 else "minus_1", go),
                               {"n": array("kINT32", [], [n]), "go": array("kBOOL", [], [go])}, shapes={"k": ("kFLOAT", ())},
                               survey=n < 0, rules=["TRT-6"] if n < 0 else None)
                      for n in (*range(5), -1) for go in (False, True)])
