"""Loop outputs: kind, axis, length and number of iterations (TRT-10 to TRT-14), with limits and iterators.

The oracle is gen/lazy_network.py.
"""

from trt_network import Calls, Raw, add_network, array, grid_run

SIZE = 5  # of the iterated axis
PARTS = {0: [], 1: [2], 2: [2, 3]}  # the shape of an element by its rank
DIMENSIONS = [3, 4]  # of the matrix of the second grid


def stacking(rank):
    """Elements of a rank on a new axis: axis, kind and length are columns of the table."""
    calls = Calls()
    n, x = calls.input("n", "kINT32"), calls.input("X", dimensions=[SIZE] + PARTS[rank])
    length = calls.constant(Raw("{{length}}"), "kINT32")
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    part = calls.iterator(loop, x, "part")
    calls.output(calls.stacked(loop, part, length, "joined", kind="{{kind}}", axis=Raw("{{axis}}")))
    return calls.text()


def stacking_runs(text, rank, columns):
    out = []
    elements = 1
    for dim in PARTS[rank]:
        elements *= dim
    x = array("kFLOAT", [SIZE] + PARTS[rank], [100 * k + e + 1 for k in range(SIZE) for e in range(elements)])
    for axis in range(rank + 1):
        for kind in ("kCONCATENATE", "kREVERSE"):
            for length in range(SIZE + 1):
                for n in range(SIZE + 1):
                    name = "axis_%d__%s__length_%d__count_%d" % (axis, kind[1:].lower(), length, n)
                    out.append(grid_run(text, name, {"n": array("kINT32", [], [n]), "X": x}, columns=columns,
                                        at=[axis, kind, length], shapes={"part": ("kFLOAT", tuple(PARTS[rank]))},
                                        survey=kind == "kREVERSE" and length > n > 0))
    return out


def scanning(limits, last):
    """A matrix is iterated on an axis, in a direction; the elements are joined, or summed in a recurrence."""
    calls = Calls()
    n = calls.input("n", "kINT32") if "kCOUNT" in limits else None
    stop = calls.input("stop") if "kWHILE" in limits else None
    x = calls.input("X", dimensions=DIMENSIONS)
    loop = calls.loop()
    part = calls.iterator(loop, x, "part", axis=Raw("{{axis}}"), reverse=Raw("{{reverse}}"))
    k = calls.counter(loop) if stop else None
    if n:
        calls.limit(loop, n, "kCOUNT")
    if stop:
        calls.limit(loop, calls.elementwise(k, stop, "kLESS"), "kWHILE")
    if last:
        # R' = 2 R + the sum of the element: the order of the elements matters.
        r = calls.recurrence(loop, calls.constant(1), "R")
        total = calls.call("addReduce", "total", input=part, operation="kSUM", reduceAxes=1, keepDimensions=False)
        calls.step(r, calls.elementwise(calls.elementwise(r, r, "kSUM"), total, "kSUM"))
        calls.output(calls.last(loop, r, "last"))
    else:
        doubled = calls.elementwise(part, part, "kSUM", "doubled")
        calls.output(calls.stacked(loop, doubled, Raw("{{length}}"), "joined", kind="{{kind}}", axis=Raw("{{to}}")))
    return calls.text()


def scanning_runs(text, limits, last, columns):
    out = []
    x = array("kFLOAT", DIMENSIONS, [10 * i + j + 1 for i in range(DIMENSIONS[0]) for j in range(DIMENSIONS[1])])
    counts = range(5) if "kCOUNT" in limits else [None]
    stops = ((0, 1, 3, 4) if "kCOUNT" in limits else range(5)) if "kWHILE" in limits else [None]
    tables = [()] if last else [(kind, to, length) for kind, to, length in (
        ("kCONCATENATE", 0, 3), ("kCONCATENATE", 1, 5), ("kREVERSE", 0, 4), ("kREVERSE", 1, 3))]
    for axis in (0, 1):
        for reverse in ("false", "true"):
            for table in tables:
                for n in counts:
                    for stop in stops:
                        inputs = {}
                        words = ["axis_%d" % axis, "backward" if reverse == "true" else "forward"]
                        words += ["%s_to_%d__length_%d" % (table[0][1:].lower(), *table[1:])] if table else []
                        if n is not None:
                            words.append("count_%d" % n)
                            inputs["n"] = array("kINT32", [], [n])
                        if stop is not None:
                            words.append("false_at_%d" % stop)
                            inputs["stop"] = array("kFLOAT", [], [stop])
                        trips = min(v for v in (n, stop) if v is not None)
                        padded = bool(table) and table[0] == "kREVERSE" and 0 < trips < table[2]
                        out.append(grid_run(text, "__".join(words), {**inputs, "X": x}, columns=columns,
                                            at=[axis, reverse, *table], survey=padded,
                                            shapes={"doubled": ("kFLOAT", (DIMENSIONS[1 - axis],))}))
    return out


def add_cases(corpus):
    columns = ["axis", "kind", "length"]
    for rank, words in ((0, "Scalars"), (1, "Vectors"), (2, "Matrices")):
        text = stacking(rank)
        add_network(corpus, "outputs/rank_%d" % rank, text, kind="combined", columns=columns,
                    title="%s are joined on every new axis, in both directions, to every length." % words,
                    rules=["TRT-4", "TRT-11", "TRT-12", "TRT-13", "TRT-14"], oracle="generator: gen/trt_outputs.py",
                    notes="Element e of part k is 100 k + e + 1. The padding is not specified.",
                    runs=stacking_runs(text, rank, columns))
    for limits in (("kCOUNT",), ("kWHILE",), ("kCOUNT", "kWHILE")):
        for last in (False, True):
            columns = ["axis", "reverse"] + ([] if last else ["kind", "to", "length"])
            text = scanning(limits, last)
            name = "_and_".join(kind[1:].lower() for kind in limits)
            rules = ["TRT-1", "TRT-4", "TRT-5"] + ["TRT-6"] * ("kCOUNT" in limits) + ["TRT-7"] * ("kWHILE" in limits) + ["TRT-8"] * (
                len(limits) == 2) + (["TRT-3", "TRT-10"] if last else ["TRT-11", "TRT-12", "TRT-13", "TRT-14"])
            add_network(corpus, "scans/%s_%s" % (name, "last_value" if last else "joined"), text, kind="combined",
                        columns=columns, rules=rules, oracle="generator: gen/trt_outputs.py",
                        title="A loop with %s iterates over each axis in each direction and %s." % (
                            " and ".join({"kCOUNT": "a count", "kWHILE": "a condition"}[kind] for kind in limits),
                            "keeps a last value" if last else "joins its elements"),
                        notes="X[i][j] = 10 i + j + 1." + (" R' = 2 R + the sum of the element, from R = 1." if last else
                                                           " The elements are doubled."),
                        runs=scanning_runs(text, limits, last, columns))
